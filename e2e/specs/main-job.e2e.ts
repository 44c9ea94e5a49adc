import { walkMainJob } from '../support/main-job.ts';
import { startPostgres } from '../support/postgres.ts';
import { removeDataFolder, startProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 240_000 });

test('register, pull, compare, submit, test', async ({ page, productUrl, git }) => {
  await walkMainJob(page, productUrl, git);
});

// `ATRIUM_E2E_POSTGRES` names the folder of another PostgreSQL, `/usr/lib/postgresql/15` for Debian's.
test('the same with another PostgreSQL over TCP with a password', async ({ page, git }) => {
  const postgres = await startPostgres({ programs: process.env['ATRIUM_E2E_POSTGRES'] });
  try {
    const product = await startProduct({ environment: { DATABASE_URL: postgres.url } });
    try {
      await walkMainJob(page, product.url, git);
      expect(product.output()).not.toContain(new URL(postgres.url).password);
    } finally {
      await page.close();
      await product.stop();
      await removeDataFolder(product.dataFolder);
    }
  } finally {
    await postgres.stop();
  }
});
