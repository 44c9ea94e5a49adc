import { walkMainJob } from '../support/main-job.ts';
import { startPostgres } from '../support/postgres.ts';
import { removeDataFolder, startProduct } from '../support/product.ts';
import { expect, test } from '../support/test.ts';

test.describe.configure({ timeout: 240_000 });

test('register, pull, compare, submit, test', async ({ page, productUrl, git }) => {
  await walkMainJob(page, productUrl, git);
});

/** The folder of another PostgreSQL, `/usr/lib/postgresql/15` for Debian's: prove-postgres.ts names it. */
const programs = process.env['ATRIUM_E2E_POSTGRES'];

test('the same with another PostgreSQL over TCP with a password', async ({ page, git }) => {
  test.skip(programs === undefined, 'The route tests and the kill tests use the embedded one over TCP.');
  const postgres = await startPostgres({ programs });
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
