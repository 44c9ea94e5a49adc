// `npm run e2e:cluster`: the browser suite against three web, two jobs and two services processes on one PostgreSQL,
// behind nginx. Part of every release; `npm test` runs the same suite against one process.
import { join } from 'node:path';
import { buildWhenChanged } from './build.mjs';
import { findOrInstallChromium, MISSING_CHROMIUM } from './chromium.mjs';
import { installMissing, pinnedEnvironment, pinnedNode, root, runCommand } from './install.mjs';
import { findOrInstallNginx, MISSING_NGINX } from './proxies.mjs';

await installMissing('all');
const chromium = findOrInstallChromium();
if (!chromium) refuse(MISSING_CHROMIUM);
if (!findOrInstallNginx()) refuse(`The cluster ${MISSING_NGINX}.`);
await buildWhenChanged();
const playwright = join(root, 'node_modules', '@playwright', 'test', 'cli.js');
const config = join(root, 'e2e', 'playwright.config.ts');
const code = await runCommand(
  pinnedNode,
  [playwright, 'test', '--config', config, ...process.argv.slice(2)],
  {
    env: pinnedEnvironment({ CI: 'true', CHROMIUM_PATH: chromium, ATRIUM_E2E_CLUSTER: 'true' }),
  },
);
process.exitCode = code === 0 ? 0 : 1;

function refuse(sentence) {
  console.error(sentence);
  process.exit(1);
}
