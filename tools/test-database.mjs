// `node tools/test-database.mjs [folder of a PostgreSQL's programs] [tests]`: runs the tests of server and runtime on
// a PostgreSQL over TCP with a password. Without a folder it is started from the embedded packages; Debian's
// PostgreSQL 15 is in /usr/lib/postgresql/15.
import { join } from 'node:path';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';

await installMissing('all');
const [programs = 'embedded', ...tests] = process.argv.slice(2);
const program = join(root, 'packages', 'server', 'test', 'run-on-server.ts');
const vitest = [join(root, 'node_modules', 'vitest', 'vitest.mjs'), 'run', '--project', 'database'];
const code = await runCommand(pinnedNode, [program, programs, pinnedNode, ...vitest, ...tests], {
  env: pinnedEnvironment(),
});
process.exitCode = code === 0 ? 0 : 1;
