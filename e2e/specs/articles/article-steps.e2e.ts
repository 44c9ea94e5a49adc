import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import type { Api } from '../../support/api.ts';
import { openSettings } from '../../support/settings.ts';
import { expect, test } from '../../support/test.ts';
import { articleSteps, type Way } from './article-steps.ts';

const specs = join(import.meta.dirname, '..');
const map = (page: Page) => page.getByRole('navigation', { name: 'Side' });

/** What an article prints in bold within its text; notes such as `Five seconds.` are no steps. */
async function listSteps(api: Api): Promise<Record<string, string[]>> {
  const listed = await Promise.all(
    ['HOW_TO', 'SERVICE'].map((type) =>
      api.must<{ id: string }[]>('GET', `/doc/v1/public/article/minimal/${type}`),
    ),
  );
  const found = await Promise.all(
    listed.flat().map(async ({ id }) => {
      const { html } = await api.must<{ html: string }>('GET', `/doc/v1/public/article/id/${id}`);
      const prose = html.replace(/<ul class="article-cards">.*?<\/ul>/gs, '');
      const bold = [...prose.matchAll(/<strong>(.*?)<\/strong>/g)].map(([, text = '']) =>
        text
          .replace(/<[^>]*>/g, '')
          .replaceAll('&amp;', '&')
          .trim(),
      );
      return [id, [...new Set(bold)].filter((text) => !text.endsWith('.')).sort()] as const;
    }),
  );
  return Object.fromEntries(found.filter(([, steps]) => steps.length > 0));
}

async function walk(page: Page, label: string, way: Exclude<Way, { spec: string }>): Promise<void> {
  if ('at' in way) {
    await page.goto(way.at);
    const found = page.getByRole(way.role, { name: label, exact: true });
    await expect(found.first(), `${label} on ${way.at}`).toBeVisible();
    return;
  }
  await page.goto('/console/');
  if ('menu' in way) await openSettings(page, way.menu);
  else await map(page).getByRole('link', { name: way.map, exact: true }).click();
  await expect(page.getByRole('heading', { name: way.opens }).first()).toBeVisible();
}

test('each step of the articles can be done', async ({ page, signedIn: _, customerApi }) => {
  test.slow();
  const named = await listSteps(customerApi);
  const known = Object.fromEntries(
    Object.entries(articleSteps)
      .map(([code, steps]) => [code, Object.keys(steps).sort()] as const)
      .filter(([, steps]) => steps.length > 0),
  );
  expect(known).toEqual(named);

  const done = new Set<string>();
  for (const [code, steps] of Object.entries(articleSteps)) {
    for (const [label, way] of Object.entries(steps)) {
      if ('spec' in way) {
        const text = await readFile(join(specs, `${way.spec}.e2e.ts`), 'utf8');
        const words = label.split(' → ').at(-1)?.replace('…', '') ?? label;
        expect(text.toLowerCase(), `${code}: ${label} in ${way.spec}`).toContain(words.toLowerCase());
        continue;
      }
      const key = JSON.stringify([label, way]);
      if (!done.has(key)) await test.step(`${code}: ${label}`, () => walk(page, label, way));
      done.add(key);
    }
  }
});

test('every entry of the map stands in its article, and every help leads to one', async ({
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

  for (const path of ['/console/usage', '/console/pricing', '/console/audit', '/console/people']) {
    await page.goto(path);
    const help = page.getByRole('link', { name: /^More about / }).first();
    await expect(help).toBeVisible();
    await help.click();
    await expect(page).toHaveURL(/article-view\?id=/);
    await expect(page.getByRole('heading', { name: 'Read next' })).toBeVisible();
  }
});
