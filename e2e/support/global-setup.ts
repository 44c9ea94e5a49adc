import { startCluster } from './cluster.ts';
import { CLIENT } from './oauth-host.ts';
import { freePort, removeDataFolder, startProduct } from './product.ts';

/**
 * One product for the whole suite, on fresh data; `ATRIUM_E2E_URL` points the suite at a running one instead, and
 * `ATRIUM_E2E_CLUSTER` makes it one of several processes.
 */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ATRIUM_E2E_URL'] !== undefined) return undefined;
  const product = process.env['ATRIUM_E2E_CLUSTER'] === undefined ? await startOne() : await startCluster();
  process.env['ATRIUM_E2E_URL'] = product.url;
  process.env['ATRIUM_E2E_ADMIN_PASSWORD'] = product.adminPassword;
  return () => product.stop();
}

async function startOne() {
  // Of the git host that a spec starts.
  const port = await freePort();
  process.env['ATRIUM_E2E_GITEA_PORT'] = String(port);
  const product = await startProduct({
    environment: {
      ATRIUM_GITEA_URL: `http://127.0.0.1:${port}`,
      ATRIUM_GITEA_CLIENT_ID: CLIENT.id,
      ATRIUM_GITEA_CLIENT_SECRET: CLIENT.secret,
    },
  });
  const stop = async () => {
    await product.stop();
    await removeDataFolder(product.dataFolder);
  };
  return { ...product, stop };
}
