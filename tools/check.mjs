// `npm run check`: the quick proof before a commit.
import { runChecks } from './checks.mjs';
import { installMissing } from './install.mjs';

await installMissing('all');
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
