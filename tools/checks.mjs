// Format, lint, types and what nothing uses, side by side. Prints what is wrong, and one line for each check.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pinnedEnvironment, pinnedNode, root } from './install.mjs';

const tool = (name, ...path) => [join(root, 'node_modules', name, ...path)];

/**
 * Each check: its name, the arguments of Node that run it, and its environment. Lint and types each get one thread to
 * find types in: several find the same types again, each for itself, which costs two cores a third more work.
 */
const checks = [
  {
    name: 'format',
    args: [...tool('@biomejs/biome', 'bin', 'biome'), 'check', '--linter-enabled=false', '--colors=off', '.'],
    mend: 'npm run format',
  },
  {
    name: 'lint',
    args: [...tool('oxlint', 'bin', 'oxlint'), '--deny-warnings', '.'],
    environment: { GOMAXPROCS: '1' },
  },
  {
    name: 'types',
    args: [...tool('typescript', 'bin', 'tsc'), '-b', '--checkers', '1', '--pretty', 'false'],
  },
  {
    // Exports, files and dependencies that nothing needs, and dependencies that are needed and not named.
    name: 'unused',
    args: [...tool('knip', 'bin', 'knip.js'), '--no-progress', '--treat-config-hints-as-errors'],
  },
];

/**
 * Runs one check to its end and keeps what it printed.
 * @param {{ args: string[], environment?: Record<string, string> }} check
 * @returns {Promise<{ isGood: boolean, output: string, seconds: number }>}
 */
function runCheck({ args, environment }) {
  return new Promise((resolve, reject) => {
    const startedAt = Date.now();
    const child = spawn(pinnedNode, args, {
      cwd: root,
      env: pinnedEnvironment(environment),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ isGood: code === 0, output, seconds: (Date.now() - startedAt) / 1000 }),
    );
  });
}

/** Runs all checks at once; returns how many passed and failed. */
export async function runChecks() {
  const results = await Promise.all(
    checks.map(async (check) => {
      const result = await runCheck(check);
      if (!result.isGood) console.error(result.output);
      const advice = !result.isGood && check.mend ? ` (mend: ${check.mend})` : '';
      console.error(`${result.isGood ? '✓' : '✗'} ${check.name} ${result.seconds.toFixed(1)} s${advice}`);
      return result;
    }),
  );
  const failed = results.filter((result) => !result.isGood).length;
  return { passed: results.length - failed, failed };
}
