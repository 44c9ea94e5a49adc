import XmlBuilder from 'fast-xml-builder';
import type { ReportedTest, ReportedTexts } from './reported-test.repository.ts';
import type { RunService } from './test-run.repository.ts';
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

interface ReportedRun {
  runId: string;
  userId: string;
  startedAt: string;
  duration: number;
  services: readonly Pick<RunService, 'serviceId' | 'version' | 'serviceTag'>[];
  tests: readonly ReportedTest[];
}

/** Reads what may be long of some tests of a service. */
type ReadTexts = (serviceId: string, testIds: readonly string[]) => Promise<Map<string, ReportedTexts>>;

const START = '<testsuites>\n';
const END = '</testsuites>\n';
const SUITE_START = '  <testsuite>\n';
const SUITE_END = '  </testsuite>\n';
/** Tests whose texts are in memory at the same time: with all their tries, a few megabytes at most. */
const PAGE = 50;
/** Texts of a test that was deleted since. */
const NO_TEXTS: ReportedTexts = { failureMessage: null, failure: null, console: null, failedTries: null };

/**
 * A run as JUnit XML, the form that build servers read: a suite for each service, a case for each test. In pieces, as all
 * that its tests wrote may be hundreds of megabytes.
 */
export async function* writeJunitReport(run: ReportedRun, readTexts: ReadTexts): AsyncGenerator<string> {
  const testsOf = Map.groupBy(run.tests, ({ serviceId }) => serviceId);
  const root = { '@name': 'Atrium', ...countsOf(run.tests), '@time': seconds(run.duration) };
  const xmlDeclaration = { '@version': '1.0', '@encoding': 'UTF-8' };
  yield within('', `  <testsuite/>\n${END}`, {
    '?xml': xmlDeclaration,
    testsuites: { ...root, testsuite: [{}] },
  });
  for (const service of run.services) {
    const tests = testsOf.get(service.serviceId) ?? [];
    const suite = toSuite(run, service, tests);
    yield within(START, SUITE_END + END, { testsuites: { testsuite: suite } });
    for (let at = 0; at < tests.length; at += PAGE) {
      const page = tests.slice(at, at + PAGE);
      const testIds = page.map(({ testId }) => testId);
      const texts = await readTexts(service.serviceId, testIds);
      const testcase = page.map((test) => toCase({ ...NO_TEXTS, ...texts.get(test.testId), ...test }));
      yield within(START + SUITE_START, SUITE_END + END, { testsuites: { testsuite: { testcase } } });
    }
    yield SUITE_END;
  }
  yield END;
}

/** One element without its surroundings, indented as in the report. */
function within(start: string, end: string, root: Element): string {
  return xml.build(root).slice(start.length, -end.length);
}

function toSuite(
  run: ReportedRun,
  { serviceId, version, serviceTag }: ReportedRun['services'][number],
  tests: readonly ReportedTest[],
): Element {
  return {
    '@name': serviceId,
    ...countsOf(tests),
    '@time': seconds(tests.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)),
    '@timestamp': run.startedAt.slice(0, 19),
    properties: propertiesOf({
      runId: run.runId,
      userId: run.userId,
      configurationVersion: version === null ? '' : String(version),
      serviceTag: tests.length > 0 ? (serviceTag ?? '') : '',
    }),
  };
}

function countsOf(tests: readonly ReportedTest[]): Element {
  const count = (isCounted: (test: ReportedTest) => boolean) => String(tests.filter(isCounted).length);
  return {
    '@tests': String(tests.length),
    '@failures': count(({ firstFailureKind: kind }) => kind === 'assertion'),
    '@errors': count(({ firstFailureKind: kind }) => kind !== null && kind !== 'assertion'),
    '@skipped': count(({ status }) => status !== 'OK' && status !== 'FAIL'),
  };
}

function toCase(test: ReportedTest & ReportedTexts): Element {
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
function outcomeOf(test: ReportedTest & ReportedTexts): Element {
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
  // oxlint-disable-next-line no-control-regex -- the report must not contain them
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
}
