import { inspectPage } from '../../support/accessibility.ts';
import { WIDE } from '../../support/looks.ts';
import { expect, test } from '../../support/test.ts';

const PHONE = { width: 390, height: 844 };

const pages = {
  terms: '/index/terms',
  prices: '/index/prices',
  'console-terms': '/console/terms',
};

test('every page of visitors holds in both looks', async ({ page }) => {
  await test.step('the landing page shows the product in the theme in use, and the ways in', async () => {
    await page.goto('/index');
    const main = page.getByRole('main');
    for (const name of [/^The page of a function/, /^The comparison of a pull/]) {
      // The other theme's has the same words, and is not shown.
      const picture = main.getByRole('img', { name });
      await picture.scrollIntoViewIfNeeded();
      await expect
        .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(300);
    }
    await expect(main.getByRole('link', { name: 'Sign in', exact: true })).toHaveAttribute(
      'href',
      '/console/login',
    );
    await inspectPage(page, 'landing');
    await page.setViewportSize(PHONE);
    await page.reload();
    const first = main.getByRole('img', { name: /^The page of a function/ });
    await expect
      .poll(() => first.evaluate((image: HTMLImageElement) => image.currentSrc), 'the part for phones')
      .toMatch(/\/function\.light\.small\.webp$/);
    await page.setViewportSize(WIDE);
    await main.getByRole('link', { name: 'Get started' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Register' })).toBeVisible();
  });

  await test.step('below them it links to articles', async () => {
    await page.goto('/index');
    await page.getByRole('main').getByRole('link', { name: 'functions', exact: true }).click();
    // By its name: the landing page has another heading until the article has loaded.
    await expect(page.getByRole('heading', { level: 1, name: 'Write functions' })).toBeVisible();
    await inspectPage(page, 'article');
  });

  await test.step('a missing article says so', async () => {
    await page.goto('/console/doc/v1/article-view?id=no-such-article');
    await expect(page.getByText('There is no such article.')).toBeVisible();
  });

  for (const [name, path] of Object.entries(pages)) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await inspectPage(page, name);
    });
  }
});

test('no page of visitors moves while its program starts', async ({ page }) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & { sources: { node?: Element }[] };
        document.body.dataset['moved'] = sources.map(({ node }) => node?.outerHTML).join('\n');
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  for (const path of ['/index', '/index/prices', '/index/terms', '/console/login', '/console/register']) {
    await page.goto(path);
    await page.waitForLoadState('networkidle');
    await expect(page.locator('body'), path).not.toHaveAttribute('data-moved');
  }
});
