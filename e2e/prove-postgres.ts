import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from './support/postgres.ts';

// Runs the route tests and the main job on a PostgreSQL of the machine and keeps the result in the docs:
// `node_modules/.bin/node e2e/prove-postgres.ts /usr/lib/postgresql/15`

const root = join(import.meta.dirname, '..');
const page = join(root, 'docs', 'postgresql.md');
const [programs] = process.argv.slice(2);

interface Proof {
  what: string;
  passed: number;
  failed: number;
}

function runNode(args: string[], environment: Record<string, string>): void {
  spawnSync(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

function proveRoutes(databaseUrl: string): Proof {
  const report = join(root, 'test-output', 'routes-on-postgres.json');
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=dot', '--reporter=json', `--outputFile.json=${report}`];
  runNode([vitest, 'run', '--project', 'database', 'packages/server', ...reporters], {
    DATABASE_URL: databaseUrl,
  });
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    string,
    number
  >;
  return {
    what: 'Unit and route tests of the server',
    passed: numPassedTests ?? 0,
    failed: numFailedTests ?? 0,
  };
}

function proveMainJob(folder: string): Proof {
  const report = join(root, 'test-output', 'e2e-on-postgres.json');
  const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
  const args = ['test', '--config', 'e2e/playwright.config.ts', 'main-job', '--reporter=json'];
  runNode([playwright, ...args], { ATRIUM_E2E_POSTGRES: folder, PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  const { stats } = JSON.parse(readFileSync(report, 'utf8')) as { stats: Record<string, number> };
  return {
    what: 'The main job in a browser',
    passed: stats['expected'] ?? 0,
    failed: stats['unexpected'] ?? 0,
  };
}

if (programs === undefined)
  throw new Error('Usage: prove-postgres.ts <folder with bin, lib and share of a PostgreSQL>');
const postgres = await startPostgres({ programs });
const proofs = [proveRoutes(postgres.url)];
await postgres.stop();
proofs.push(proveMainJob(programs));

const begin = '<!-- proof -->\n';
const end = '<!-- /proof -->';
const text = readFileSync(page, 'utf8');
const section = [
  `Last run on ${new Date().toISOString().slice(0, 10)} with ${postgres.version.replace(/^postgres \(PostgreSQL\)/, 'PostgreSQL')}:`,
  '',
  '| What | Passed | Failed |',
  '|---|--:|--:|',
  ...proofs.map(({ what, passed, failed }) => `| ${what} | ${passed} | ${failed} |`),
  '',
].join('\n');
writeFileSync(
  page,
  text.slice(0, text.indexOf(begin) + begin.length) + section + text.slice(text.indexOf(end)),
);
process.exitCode = proofs.every(({ passed, failed }) => passed > 0 && failed === 0) ? 0 : 1;
