// Everything that proves the product: `npm test`. Plain JavaScript, because it starts on the Node that is there.
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './checks.mjs';
import { findOrInstallChromium, MISSING_CHROMIUM } from './chromium.mjs';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';

const output = join(root, 'test-output');
const unitReport = join(output, 'unit.json');
const browserReport = join(output, 'e2e.json');

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
}

/** A runner that fails without naming a failed test (it crashed, a file did not load) is one failure itself. */
function count(passed, failed, exitCode) {
  return { passed, failed: exitCode !== 0 && failed === 0 ? 1 : failed };
}

function runPinned(args, environment = {}) {
  return runCommand(pinnedNode, args, { env: pinnedEnvironment({ CI: 'true', ...environment }) });
}

/**
 * Unit and route tests: one real PostgreSQL, the application in process. Component tests: the console's parts, each by
 * itself in a real browser; left out where there is none, which the end-to-end tests count as a failure.
 */
async function runUnitTests(chromium) {
  const options = ['--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`];
  if (!chromium) options.push('--project=!browser*');
  const code = await runPinned([join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', ...options], {
    ...(chromium && { CHROMIUM_PATH: chromium }),
  });
  const report = readReport(unitReport);
  const brokenFiles = (report?.testResults ?? []).filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  ).length;
  return count(report?.numPassedTests ?? 0, (report?.numFailedTests ?? 0) + brokenFiles, code);
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

/** The product as a user sees it: a real start on fresh data, a real browser, a real git server. */
async function runBrowserTests(chromium) {
  if (!chromium) {
    console.error(MISSING_CHROMIUM);
    return { passed: 0, failed: 1 };
  }
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = ['test', '--config', join(root, 'e2e', 'playwright.config.ts')];
  const code = await runPinned([playwright, ...args], { CHROMIUM_PATH: chromium });
  const { expected = 0, unexpected = 0, flaky = 0 } = readReport(browserReport)?.stats ?? {};
  return count(expected, unexpected + flaky, code);
}

const steps = [
  { name: 'Format, lint, types and build', run: runChecksAndBuild },
  { name: 'Unit, route and component tests', run: runUnitTests },
  { name: 'End-to-end tests', run: runBrowserTests },
];

await installMissing();
const chromium = findOrInstallChromium();
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const totals = { passed: 0, failed: 0 };
for (const { name, run } of steps) {
  console.log(`\n── ${name} ──`);
  const startedAt = Date.now();
  const { passed, failed } = await run(chromium);
  totals.passed += passed;
  totals.failed += failed;
  console.log(
    `${name}: ${passed} passed, ${failed} failed (${Math.round((Date.now() - startedAt) / 1000)} s)`,
  );
}
console.log(`\n${totals.passed} passed, ${totals.failed} failed`);
process.exitCode = totals.failed === 0 ? 0 : 1;
