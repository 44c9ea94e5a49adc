import type { Benchmark, Series } from './frame.ts';
import { type LighthouseBrowser, launchForLighthouse } from './lighthouse-browser.ts';
import { startProduct, withDataFolder } from './product.ts';

const publicPages = [
  '/index',
  '/index/prices',
  '/index/terms',
  '/console/login',
  '/console/register',
  '/console/reset/send',
  '/console/terms',
  '/console/doc/v1/article-view?id=first-steps',
];
const signedInPages = [
  '/console/',
  '/console/usage',
  '/console/payment',
  '/console/payment/history',
  '/console/prices',
  '/console/profile',
  '/console/git-pull',
  '/console/run-tests',
  '/console/test-runner-dashboard',
  '/console/api',
  '/console/pricing',
  '/console/bonus',
  '/console/access-key',
  '/console/dev/mailbox',
  '/console/dev/kit',
];

export const benchmark: Benchmark = {
  name: 'accessibility',
  title: 'Accessibility of pages',
  about:
    "Lighthouse's accessibility score of these pages, in the light and in the dark theme, signed in as an administrator where the page asks for it. It is not a time, so each page is opened once. The browser tests look at every page with axe.",
  run: () => withDataFolder(scorePages),
};

async function scorePages(folder: string): Promise<Series[]> {
  const product = await startProduct(folder);
  try {
    return [...(await scoreInTheme(product.url, 'light')), ...(await scoreInTheme(product.url, 'dark'))];
  } finally {
    await product.stop();
  }
}

async function scoreInTheme(url: string, theme: 'light' | 'dark'): Promise<Series[]> {
  const browser = await launchForLighthouse({ isDark: theme === 'dark' });
  try {
    const series: Series[] = [];
    for (const path of publicPages) series.push(await score(browser, url, path, theme));
    await browser.signInAsAdministrator(url);
    for (const path of signedInPages) series.push(await score(browser, url, path, theme));
    return series;
  } finally {
    browser.stop();
  }
}

async function score(browser: LighthouseBrowser, url: string, path: string, theme: string): Promise<Series> {
  const { categories } = await browser.visit(url + path, ['accessibility']);
  const value = Math.round((categories['accessibility']?.score ?? 0) * 100);
  return { name: `${path}, ${theme}`, unit: '', limit: 100, isAtLeast: true, values: [value] };
}
