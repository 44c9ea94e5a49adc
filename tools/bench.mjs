// `npm run bench -- <name>`: installs what is missing, then measures on the pinned Node.
import { join } from 'node:path';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';

await installMissing('all');
const args = [join(root, 'bench', 'run.ts'), ...process.argv.slice(2)];
const code = await runCommand(pinnedNode, args, { env: pinnedEnvironment() });
process.exitCode = code === 0 ? 0 : 1;
