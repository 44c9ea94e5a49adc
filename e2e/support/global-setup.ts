import { removeDataFolder, startProduct } from './product.ts';

/** One product for the whole suite, on fresh data; `ATRIUM_E2E_URL` points the suite at a running one instead. */
export default async function globalSetup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['ATRIUM_E2E_URL'] !== undefined) return undefined;
  const product = await startProduct();
  process.env['ATRIUM_E2E_URL'] = product.url;
  process.env['ATRIUM_E2E_ADMIN_PASSWORD'] = product.adminPassword;
  return async () => {
    await product.stop();
    await removeDataFolder(product.dataFolder);
  };
}
