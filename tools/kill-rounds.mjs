// `node tools/kill-rounds.mjs [rounds]`: kills processes of a running Atrium at random moments while accounts are
// registered and configuration is submitted, and counts what was acknowledged but is missing afterwards.
import { join } from 'node:path';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';

await installMissing('all');
const program = join(root, 'packages', 'server', 'test', 'run-kill-rounds.ts');
const code = await runCommand(pinnedNode, [program, ...process.argv.slice(2)], { env: pinnedEnvironment() });
process.exitCode = code === 0 ? 0 : 1;
