import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import type { Api } from '../../support/api.ts';
import { makePerson } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';
import { accountWalks } from './account-walks.ts';
import { administrationWalks } from './administration-walks.ts';
import { buildWalks } from './build-walks.ts';
import { gitWalks } from './git-walks.ts';
import { moneyWalks } from './money-walks.ts';
import { testWalks } from './test-walks.ts';
import { follow, readLabels } from './walk.ts';

// Each article is followed to the letter: its labels are read from it, and looked for on the screen. One person follows
// several, because a browser and an account of their own would cost more than all they do. Articles on money are followed
// by someone who has months behind them, in `billing/invoices.e2e.ts`.

test.describe.configure({ timeout: 180_000 });

const walks = {
  ...accountWalks,
  ...administrationWalks,
  ...buildWalks,
  ...gitWalks,
  ...moneyWalks,
  ...testWalks,
};
const map = (page: Page) => page.getByRole('navigation', { name: 'Side' });

async function listArticles(api: Api): Promise<string[]> {
  const listed = await Promise.all(
    ['HOW_TO', 'SERVICE'].map((type) =>
      api.must<{ id: string }[]>('GET', `/doc/v1/public/article/minimal/${type}`),
    ),
  );
  return listed.flat().map(({ id }) => id);
}

test('each article is followed, and each of its numbered steps has a label', async ({ customerApi }) => {
  const ids = await listArticles(customerApi);
  expect(Object.keys(walks).sort()).toEqual(ids.sort());
  for (const id of ids) expect((await readLabels(customerApi, id)).unlabeled, id).toEqual([]);
});

test('a newcomer follows the articles from registering to an earlier version', async ({
  page,
  productUrl,
  customerApi: api,
  git,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await follow({ page, productUrl, person: makePerson(), api, git }, buildWalks);
});

for (const [subject, walked] of [
  ['git, merging and proof', gitWalks],
  ['running tests', testWalks],
] as const) {
  test(`the articles on ${subject} are followed`, async ({
    page,
    productUrl,
    signedIn: person,
    customerApi: api,
    git,
  }) => {
    await follow({ page, productUrl, person, api, git }, walked);
  });
}

test('the articles on accounts and people are followed', async ({
  page,
  productUrl,
  customer: person,
  customerApi: api,
  git,
}) => {
  await follow({ page, productUrl, person, api, git }, accountWalks);
});

test('the articles for administrators are followed', async ({
  page,
  productUrl,
  customer: person,
  customerApi: api,
  signedInAdmin: _,
  git,
}) => {
  await page.goto('/console/');
  await follow({ page, productUrl, person, api, git }, administrationWalks);
});

test('every entry of the map stands in its article, and help leads to one', async ({
  page,
  signedInAdmin: _,
}) => {
  await page.goto('/console/');
  await expect(map(page).getByRole('link', { name: 'Audit' })).toBeVisible();
  const entries = await map(page).getByRole('listitem').allInnerTexts();
  await page.goto('/console/doc/v1/article-view?id=console-map');
  await expect(page.getByRole('heading', { level: 1, name: 'The map of the console' })).toBeVisible();
  const rows = page.getByRole('main').getByRole('table').locator('tbody tr td:first-child');
  expect(await rows.allInnerTexts()).toEqual(entries);
  await inspectPage(page, 'article-map');

  // That all the others lead to an article, too, is checked by `tools/architecture/document-rules.ts`.
  for (const path of ['/console/usage', '/console/pricing', '/console/audit', '/console/people']) {
    await page.goto(path);
    const help = page.getByRole('link', { name: /^More about / }).first();
    await expect(help).toBeVisible();
    await help.click();
    await expect(page).toHaveURL(/article-view\?id=/);
    await expect(page.getByRole('heading', { name: 'Read next' })).toBeVisible();
  }
});
