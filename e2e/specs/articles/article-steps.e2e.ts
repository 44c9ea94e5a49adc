import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { makePerson } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';
import { follow } from './walk.ts';
import { gitWalk, newcomerWalk, testWalk } from './walks.ts';

// Three walks are followed in full. `tools/architecture/document-rules.ts` checks the labels of all articles.

test.describe.configure({ timeout: 180_000 });

const map = (page: Page) => page.getByRole('navigation', { name: 'Side' });

test('a newcomer follows the article from registering to the first test run', async ({
  page,
  productUrl,
  customerApi: api,
  git,
}) => {
  await follow({ page, productUrl, person: makePerson(), api, git }, newcomerWalk);
});

for (const [subject, walk] of [
  ['pushing to git and pulling', gitWalk],
  ['running tests', testWalk],
] as const) {
  test(`the articles on ${subject} are followed`, async ({
    page,
    productUrl,
    signedIn: person,
    customerApi: api,
    git,
  }) => {
    await follow({ page, productUrl, person, api, git }, walk);
  });
}

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

  // `tools/architecture/document-rules.ts` checks that all others lead to an article, too.
  for (const path of ['/console/usage', '/console/pricing', '/console/audit', '/console/people']) {
    await page.goto(path);
    const help = page.getByRole('link', { name: /^More about / }).first();
    await expect(help).toBeVisible();
    await help.click();
    await expect(page).toHaveURL(/article-view\?id=/);
    await expect(page.getByRole('heading', { name: 'Read next' })).toBeVisible();
  }
});
