import type { TestRun } from '@atrium/contract/test-runs/test-run';
import XmlBuilder from 'fast-xml-builder';
import type { StoredTestDetails } from './test-result.repository.ts';
import type { StoredTry } from './test-runs.tables.ts';

/** Attributes by their names, with an `@` before them; elements by theirs; the text under `#text`. */
interface Element {
  [name: string]: string | Element | Element[] | undefined;
}

const xml = new XmlBuilder({
  format: true,
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  suppressEmptyNode: true,
  // A message may say "true", and is a text all the same.
  suppressBooleanAttributes: false,
  tagValueProcessor: (_, text) => withoutControls(String(text)),
  attributeValueProcessor: (_, text) => withoutControls(String(text)),
});

/** A run as JUnit XML, the form that build servers read: a suite for each service, a case for each test. */
export function toJunitReport(run: TestRun, details: readonly StoredTestDetails[]): string {
  const suites = run.servicesTests.map(({ serviceId, version, tests }): Element => {
    const cases = details.filter((test) => test.serviceId === serviceId);
    return {
      '@name': serviceId,
      ...countsOf(cases),
      '@time': seconds(cases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)),
      '@timestamp': run.startedAt.slice(0, 19),
      properties: propertiesOf({
        runId: run.runId,
        userId: run.userId,
        configurationVersion: version === null ? '' : String(version),
        serviceTag: tests[0]?.serviceTag ?? '',
      }),
      testcase: cases.map(toCase),
    };
  });
  return xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    testsuites: {
      '@name': 'Atrium',
      ...countsOf(details),
      '@time': seconds(run.duration),
      testsuite: suites,
    },
  });
}

function countsOf(tests: readonly StoredTestDetails[]): Element {
  const count = (isCounted: (test: StoredTestDetails) => boolean) => String(tests.filter(isCounted).length);
  return {
    '@tests': String(tests.length),
    '@failures': count(({ failureKind }) => failureKind === 'assertion'),
    '@errors': count(({ failureKind }) => failureKind !== null && failureKind !== 'assertion'),
    '@skipped': count(({ status }) => status !== 'OK' && status !== 'FAIL'),
  };
}

function toCase(test: StoredTestDetails): Element {
  const slash = test.testId.lastIndexOf('/');
  return {
    '@name': test.testId.slice(slash + 1),
    '@classname': [test.serviceId, ...test.testId.slice(0, Math.max(slash, 0)).split('/')].join('.'),
    '@file': test.fullPath,
    '@time': seconds(test.durationMs ?? 0),
    ...outcomeOf(test),
    ...(test.console ? { 'system-out': { '#text': test.console } } : {}),
  };
}

/** The names that Surefire gives to tests that were run again. */
function outcomeOf(test: StoredTestDetails): Element {
  const { status, failureKind, failureMessage, failure, console, failedTries } = test;
  const earlier = failedTries ?? [];
  if (status === 'OK') return toRepeated('flaky', earlier);
  if (status !== 'FAIL') return { skipped: { '@message': failureMessage ?? status } };
  const last = {
    failureKind: failureKind ?? 'error',
    failureMessage: failureMessage ?? '',
    failure,
    console,
  };
  const [first = last, ...rest] = earlier;
  return {
    [first.failureKind === 'assertion' ? 'failure' : 'error']: toFailure(first),
    ...toRepeated('rerun', earlier.length > 0 ? [...rest, last] : []),
  };
}

type Failure = Omit<StoredTry, 'durationMs'>;

function toRepeated(name: 'flaky' | 'rerun', failures: readonly Failure[]): Element {
  const toElement = (failure: Failure): Element => {
    const { '#text': stackTrace, ...attributes } = toFailure(failure);
    return {
      ...attributes,
      stackTrace,
      ...(failure.console ? { 'system-out': { '#text': failure.console } } : {}),
    };
  };
  const isAssertion = ({ failureKind }: Failure) => failureKind === 'assertion';
  return {
    [`${name}Failure`]: failures.filter(isAssertion).map(toElement),
    [`${name}Error`]: failures.filter((failure) => !isAssertion(failure)).map(toElement),
  };
}

function toFailure({ failureKind, failureMessage: message, failure }: Failure): Element {
  const lines = [
    `${failure?.name ?? 'Error'}: ${message}`,
    ...(failure?.expected == null ? [] : [`expected: ${failure.expected}`]),
    ...(failure?.actual == null ? [] : [`actual: ${failure.actual}`]),
    ...(failure?.stack ?? []).map(({ file, line, column, function: name }) => {
      return `  at ${name === undefined ? '' : `${name} `}${file}:${line}:${column}`;
    }),
  ];
  return { '@message': message, '@type': failure?.name ?? failureKind, '#text': lines.join('\n') };
}

function propertiesOf(values: Record<string, string>): Element {
  return {
    property: Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => ({ '@name': name, '@value': value })),
  };
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

/** XML 1.0 holds no control characters but tab and line ends, not even escaped; they become visible marks. */
function withoutControls(text: string): string {
  // oxlint-disable-next-line no-control-regex -- these are what must not be in the report
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
