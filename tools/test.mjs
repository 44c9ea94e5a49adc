// Everything that proves the product: `npm test`. Plain JavaScript, because it starts on the Node that is there.
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { runChecks } from './checks.mjs';
import { findOrInstallChromium, MISSING_CHROMIUM } from './chromium.mjs';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';
import { findOrInstallNginx, findOrInstallPgBouncer, findOrInstallSshServer } from './proxies.mjs';

const output = join(root, 'test-output');
const unitReport = join(output, 'unit.json');
const unitLog = join(output, 'unit.log');
const browserReport = join(output, 'e2e.json');
const HOUR_MS = 3_600_000;
/** Characters of a page. */
const MAX_PRINTED = 4_000;

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** Locations of failed tests in Vitest's report; a file that failed to load counts as one. */
function listFailedUnitTests({ testResults = [] } = {}) {
  return testResults
    .filter(({ status }) => status === 'failed')
    .flatMap(({ name, assertionResults }) => {
      const failed = assertionResults.filter(({ status }) => status === 'failed');
      const file = relative(root, name);
      return failed.length === 0 ? [file] : failed.map(({ fullName }) => `${file} › ${fullName}`);
    });
}

/** A runner that fails without naming a failed test (it crashed, a file did not load) is one failure itself. */
function count(passed, failed, exitCode) {
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

function runPinned(args, environment = {}, options = {}) {
  return runCommand(pinnedNode, args, { env: pinnedEnvironment({ CI: 'true', ...environment }), ...options });
}

/**
 * Unit and route tests: one real PostgreSQL, the application in process. Component tests: the console's parts, each by
 * itself in a real browser; left out where there is none, which the end-to-end tests count as a failure.
 */
async function runUnitTests(chromium) {
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  // One line per file; output of passing tests is omitted.
  options.push('--silent=passed-only', `--slowTestThreshold=${HOUR_MS}`);
  if (!chromium) options.push('--project=!browser*');
  // Logs and failures go to a file, which is printed only if something failed.
  const log = openSync(unitLog, 'w');
  const code = await runPinned(
    [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...options],
    { ...(chromium && { CHROMIUM_PATH: chromium }) },
    { stdio: ['ignore', 'inherit', log] },
  );
  closeSync(log);
  if (code !== 0) console.log(readFileSync(unitLog, 'utf8'));
  const report = readReport(unitReport);
  const failures = listFailedUnitTests(report);
  return { ...count(report?.numPassedTests ?? 0, failures.length, code), failures };
}

/**
 * The build uses half of two cores, so it runs in parallel with the checks, and the browser tests find the console
 * ready.
 */
async function runChecksAndBuild() {
  const [checks, code] = await Promise.all([runChecks(), runPinned([join(root, 'tools', 'build.mjs')])]);
  const build = count(code === 0 ? 1 : 0, 0, code);
  return { passed: checks.passed + build.passed, failed: checks.failed + build.failed };
}

/** Page contents at the time of failure: a discarded CI machine keeps no screenshots. */
function printFailedPages() {
  const pages = join(output, 'e2e');
  const files = existsSync(pages) ? readdirSync(pages, { encoding: 'utf8', recursive: true }) : [];
  for (const file of files.filter((name) => name.endsWith('error-context.md'))) {
    const [, snapshot] = /```yaml\n([^]*?)```/.exec(readFileSync(join(pages, file), 'utf8')) ?? [];
    const main = snapshot?.slice(Math.max(0, snapshot.search(/^ *- main/m)));
    if (main) console.log(`\nThe page of ${dirname(file)}:\n${main.slice(0, MAX_PRINTED)}`);
  }
}

/** The product as a user sees it: a real start on fresh data, a real browser, a real git server. */
async function runBrowserTests(chromium) {
  if (!chromium) {
    console.error(MISSING_CHROMIUM);
    return { passed: 0, failed: 1 };
  }
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = ['test', '--config', join(root, 'e2e', 'playwright.config.ts')];
  const code = await runPinned([playwright, ...args], { CHROMIUM_PATH: chromium });
  printFailedPages();
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(browserReport)?.stats ?? {};
  return count(expected, unexpected + flaky, code);
}

const steps = [
  { name: 'Format, lint, types and build', run: runChecksAndBuild },
  { name: 'Unit, route and component tests', run: runUnitTests },
  { name: 'End-to-end tests', run: runBrowserTests },
];

await installMissing('all');
const chromium = findOrInstallChromium();
// Tests of these tools are skipped without them.
findOrInstallNginx();
findOrInstallPgBouncer();
findOrInstallSshServer();
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const totals = { passed: 0, failed: 0 };
/** Said again at the end: a log is often read from there, and may be cut before. */
const failedTests = [];
for (const { name, run } of steps) {
  console.log(`\n── ${name} ──`);
  const startedAt = Date.now();
  const { passed, failed, failures = [] } = await run(chromium);
  failedTests.push(...failures);
  totals.passed += passed;
  totals.failed += failed;
  console.log(
    `${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
}
for (const failure of failedTests) console.log(`Failed: ${failure}`);
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
