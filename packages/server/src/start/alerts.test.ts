import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { findPromtool } from '../../../../tools/proxies.mjs';
import { contractEndpoints } from '../../test/contract-endpoints.ts';
import { OPS_FOLDER, readSample } from '../../test/ops-samples.ts';

interface AlertRule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface Series {
  series: string;
  values: string;
}

const promtool = findPromtool();
const SUCCESS = expect.stringContaining('SUCCESS');
const { groups } = parse(readSample('prometheus-alerts.yml')) as Record<'groups', { rules: AlertRule[] }[]>;
const rules = new Map(groups.flatMap((group) => group.rules).map((rule) => [rule.alert, rule]));

/** What is open for as long as someone looks, and what waits for git hosts. */
const isLong = (path: string) => path === '/console/v1/events' || path.startsWith('/console/v1/git/');
const OF_SERVICES = ['/services/:serviceId/*', '/services/:serviceId/ui/*'];

test('the alert on slow routes leaves out those that are long by nature, and no other ones', async () => {
  const [, pattern = ''] = /\{route!~"([^"]+)"\}/.exec(rules.get('AtriumSlow')?.expr ?? '') ?? [];
  const isLeftOut = (route: string) => new RegExp(`^(?:${pattern})$`).test(route);
  const { platform } = await contractEndpoints();
  const streams = platform.filter(({ produces }) => produces === 'text/event-stream');
  expect(streams.map(({ path }) => path).filter((path) => !isLong(path))).toEqual([]);
  const paths = platform.map(({ path }) => path);
  expect(paths.filter(isLeftOut)).toEqual(paths.filter(isLong));
  expect(OF_SERVICES.filter(isLeftOut)).toEqual(OF_SERVICES);
});

test.runIf(promtool !== undefined)('the alert on slow routes rings for what takes three seconds', () => {
  const routes = ['/console/v1/invoice', '/console/v1/events', '/console/v1/git/config/pull', ...OF_SERVICES];
  const series = routes.flatMap((route) => [
    { series: bucketOf(route, '2.5'), values: '0+0x40' },
    { series: bucketOf(route, '+Inf'), values: '0+60x40' },
  ]);
  const found = { route: '/console/v1/invoice' };
  expect(tryRules([tried('AtriumSlow', '1m', series, '35m', found)])).toEqual([0, SUCCESS]);
});

test.runIf(promtool !== undefined)('the alert on backups rings if there is no good one', () => {
  const daily = { series: 'atrium_backup_interval_seconds{instance="jobs:9090"}', values: '86400+0x600' };
  const weekly = { ...daily, values: '604800+0x600' };
  const made = {
    series: 'atrium_backup_last_success_timestamp_seconds{instance="jobs:9090"}',
    values: '0+0x600',
  };
  const others = { series: 'up{job="atrium"}', values: '1+0x600' };
  const cases: [series: Series[], time: string, rings: boolean][] = [
    [[daily], '30m', false],
    [[daily], '2h', true],
    [[daily, made], '47h', false],
    [[daily, made], '50h', true],
    [[weekly, made], '4d', false],
    // Its timetable was taken away since.
    [[made], '50h', true],
    // None is wanted.
    [[others], '4d', false],
  ];
  const tests = cases.map(([series, time, rings]) =>
    tried('AtriumBackupOld', '10m', series, time, rings ? {} : undefined),
  );
  expect(tryRules(tests)).toEqual([0, SUCCESS]);
});

test.runIf(promtool !== undefined)(
  'a role that no process has rings, one that shares its process does not',
  () => {
    const running = (roles: string) => ({ series: `atrium_build_info{roles="${roles}"}`, values: '1+0x60' });
    const cases: [processes: string[], rings: boolean][] = [
      [['web,jobs,services'], false],
      [['web', 'jobs', 'services'], false],
      [['web', 'services'], true],
      [['web', 'jobs'], true],
      [[], true],
    ];
    const tests = cases.map(([processes, rings]) =>
      tried('AtriumRoleMissing', '1m', processes.map(running), '20m', rings ? {} : undefined),
    );
    expect(tryRules(tests)).toEqual([0, SUCCESS]);
  },
);

test.runIf(promtool !== undefined)('late jobs ring, searches that wait for their turn do not', () => {
  const waiting = (queue: string) => ({
    series: `atrium_queue_oldest_seconds{queue="${queue}"}`,
    values: '0+60x60',
  });
  const series = [waiting('mail.send'), waiting('test-runs.find-change')];
  const found = { queue: 'mail.send' };
  expect(tryRules([tried('AtriumJobsLate', '1m', series, '30m', found)])).toEqual([0, SUCCESS]);
});

test.runIf(promtool !== undefined)(
  'what is counted rings after a restart as well, and a restart alone does not',
  () => {
    const faults = 'atrium_slow_process_faults{part="platform"}';
    const cases: [
      alert: string,
      series: string,
      values: string,
      found: Record<string, string> | undefined,
    ][] = [
      ['AtriumUsageEventsRefused', 'atrium_usage_refused_events', '40+0x60 0+0x10 1+0x30', {}],
      ['AtriumUsageEventsRefused', 'atrium_usage_refused_events', '40+0x60 0+0x40', undefined],
      ['AtriumSandboxKills', 'atrium_sandbox_killed_workers', '500+0x75 0+10x20', {}],
      ['AtriumSandboxKills', 'atrium_sandbox_killed_workers', '500+0x75 0+0x20', undefined],
      ['AtriumSlowProcessEnds', faults, '9+0x60 0+1x3 3+0x30', { part: 'platform' }],
      // Twice is not more than twice.
      ['AtriumSlowProcessEnds', faults, '9+0x60 0+1x2 2+0x30', undefined],
      // It goes on failing, or did so until an hour ago.
      ['AtriumJobsFailed', failed, '1+0x100', { queue: 'mail.send' }],
      ['AtriumJobsFailed', failed, '300+0x60 0+0x40', undefined],
    ];
    const tests = cases.map(([alert, series, values, found]) =>
      tried(alert, '1m', [{ series, values }], '80m', found),
    );
    expect(tryRules(tests)).toEqual([0, SUCCESS]);
  },
);

const failed = 'atrium_queue_failed_jobs_last_hour{queue="mail.send"}';

const bucketOf = (route: string, le: string) =>
  `atrium_http_request_duration_seconds_bucket{job="atrium",method="GET",route="${route}",le="${le}"}`;

/** One case for promtool: whether an alert rings at that time, and with which labels. */
function tried(
  alert: string,
  interval: string,
  series: Series[],
  time: string,
  found?: Record<string, string>,
) {
  const { labels, annotations } = rules.get(alert) ?? {};
  const texts = Object.entries(annotations ?? {}).map(([name, text]) => [
    name,
    text.replace(/\{\{ \$labels\.(\w+) \}\}/, (_, label: string) => found?.[label] ?? ''),
  ]);
  const ringing = { expLabels: { ...labels, ...found }, expAnnotations: Object.fromEntries(texts) };
  return {
    interval,
    inputSeries: series,
    alertRuleTest: [{ alertname: alert, evalTime: time, expAlerts: found ? [ringing] : [] }],
  };
}

/** How promtool ends, and what it says. */
function tryRules(tests: object[]): [status: number | null, said: string] {
  const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'tests.yaml');
  const ruleFiles = [join(OPS_FOLDER, 'prometheus-alerts.yml')];
  writeFileSync(file, inSnakeCase(JSON.stringify({ ruleFiles, evaluationInterval: '5m', tests })));
  const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', file], { encoding: 'utf8' });
  return [status, stdout + stderr];
}

/** The names of properties as promtool has them. */
function inSnakeCase(json: string): string {
  return json.replaceAll(/"\w+":/g, (name) =>
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}
