import type { TestRun } from '@atrium/contract/test-runs/test-run';
import type { StoredTestDetails } from './test-result.repository.ts';

/** A run as JUnit XML, the form that build servers read: a suite for each service, a case for each test. */
export function toJunitReport(run: TestRun, details: readonly StoredTestDetails[]): string {
  const suites = run.servicesTests.map(({ serviceId, version, tests }) => {
    const cases = details.filter((test) => test.serviceId === serviceId);
    const head = attributes({
      name: serviceId,
      ...countsOf(cases),
      time: seconds(cases.reduce((sum, { durationMs }) => sum + (durationMs ?? 0), 0)),
      timestamp: run.startedAt.slice(0, 19),
    });
    const properties = propertiesOf({
      runId: run.runId,
      userId: run.userId,
      configurationVersion: version === null ? '' : String(version),
      serviceTag: tests[0]?.serviceTag ?? '',
    });
    return `  <testsuite${head}>\n${properties}${cases.map(toCase).join('')}  </testsuite>\n`;
  });
  const head = attributes({ name: 'Atrium', ...countsOf(details), time: seconds(run.duration) });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${head}>\n${suites.join('')}</testsuites>\n`;
}

function countsOf(tests: readonly StoredTestDetails[]): Record<string, string> {
  const count = (isCounted: (test: StoredTestDetails) => boolean) => String(tests.filter(isCounted).length);
  return {
    tests: String(tests.length),
    failures: count(({ failureKind }) => failureKind === 'assertion'),
    errors: count(({ failureKind }) => failureKind !== null && failureKind !== 'assertion'),
    skipped: count(({ status }) => status !== 'OK' && status !== 'FAIL'),
  };
}

function toCase(test: StoredTestDetails): string {
  const slash = test.testId.lastIndexOf('/');
  const head = attributes({
    name: test.testId.slice(slash + 1),
    classname: [test.serviceId, ...test.testId.slice(0, Math.max(slash, 0)).split('/')].join('.'),
    file: test.fullPath,
    time: seconds(test.durationMs ?? 0),
  });
  const content =
    outcomeOf(test) + (test.console ? `      <system-out>${escape(test.console)}</system-out>\n` : '');
  return content === '' ? `    <testcase${head}/>\n` : `    <testcase${head}>\n${content}    </testcase>\n`;
}

function outcomeOf({ status, failureKind, failureMessage, failure }: StoredTestDetails): string {
  if (status === 'FAIL') {
    const element = failureKind === 'assertion' ? 'failure' : 'error';
    const message = failureMessage ?? '';
    const lines = [
      `${failure?.name ?? 'Error'}: ${message}`,
      ...(failure?.expected == null ? [] : [`expected: ${failure.expected}`]),
      ...(failure?.actual == null ? [] : [`actual: ${failure.actual}`]),
      ...(failure?.stack ?? []).map(({ file, line, column, function: name }) => {
        return `  at ${name === undefined ? '' : `${name} `}${file}:${line}:${column}`;
      }),
    ];
    const head = attributes({ message, type: failure?.name ?? failureKind ?? 'error' });
    return `      <${element}${head}>${escape(lines.join('\n'))}</${element}>\n`;
  }
  return status === 'OK' ? '' : `      <skipped message="${status}"/>\n`;
}

function propertiesOf(values: Record<string, string>): string {
  const lines = Object.entries(values)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `      <property${attributes({ name, value })}/>\n`);
  return `    <properties>\n${lines.join('')}    </properties>\n`;
}

function attributes(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1000).toFixed(3);
}

const entities: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** XML 1.0 holds no control characters but tab and line ends, not even escaped; they become visible marks. */
function escape(text: string): string {
  return (
    text
      // oxlint-disable-next-line no-control-regex -- these are what must not stand in the report
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replace(/[<>&"]/g, (character) => entities[character] ?? character)
  );
}
