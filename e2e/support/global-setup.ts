import { startCluster } from './cluster.ts';
import { removeDataFolder, startProduct } from './product.ts';

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
  const product = await startProduct();
  const stop = async () => {
    await product.stop();
    await removeDataFolder(product.dataFolder);
  };
  return { ...product, stop };
}
