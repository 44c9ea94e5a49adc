// `node tools/attacks.mjs`: every attack on pulls, submits and the sandbox in one run: all tests named `safety` or
// `attacks`, and those that kill processes. Plain JavaScript for Node 20.
import { join } from 'node:path';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';

await installMissing('all');
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
const files = ['safety', 'attacks', 'host/src/outbound', 'cut-off', 'kill-rounds'];
const code = await runCommand(pinnedNode, [vitest, 'run', ...files, ...process.argv.slice(2)], {
  cwd: root,
  env: pinnedEnvironment({ ATRIUM_REAL_LIMITS: 'yes' }),
});
process.exitCode = code === 0 ? 0 : 1;
