import { type BrowserContext, chromium } from '@playwright/test';
import { launch } from 'chrome-launcher';
import lighthouse, { type Flags } from 'lighthouse';
import { ADA, signInInside } from './administrator.ts';
import { chromiumPath } from './browser.ts';

/** A browser that Lighthouse measures in and that can be signed in. */
export interface LighthouseBrowser {
  forgetSession(productUrl: string): Promise<void>;
  /** Signs in as the customer of the demo. */
  signIn(productUrl: string): Promise<void>;
  /** A run with an empty cache; throws if the page could not be measured, or another one was. */
  visit(url: string, categories: Flags['onlyCategories']): ReturnType<typeof runLighthouse>;
  stop(): void;
}

export async function launchForLighthouse(): Promise<LighthouseBrowser> {
  const chrome = await launch({
    chromePath: chromiumPath(),
    chromeFlags: [
      '--headless=new',
      '--no-sandbox',
      '--disable-dev-shm-usage',
      // The light theme.
      '--blink-settings=preferredColorScheme=1',
    ],
    logLevel: 'error',
  });
  const { port } = chrome;
  return {
    forgetSession: (productUrl) =>
      inBrowser(port, async (context) => {
        await context.clearCookies();
        const page = await context.newPage();
        await page.goto(`${productUrl}/health/live`);
        await page.evaluate(() => localStorage.clear());
        await page.close();
      }),
    signIn: (productUrl) =>
      inBrowser(port, async (context) => {
        const page = await context.newPage();
        await signInInside(page, productUrl, ADA);
        await page.close();
      }),
    async visit(url, categories) {
      await inBrowser(port, async (context) => {
        const page = await context.newPage();
        const session = await context.newCDPSession(page);
        await session.send('Network.clearBrowserCache');
        await page.close();
      });
      return runLighthouse(port, url, categories);
    },
    stop: () => chrome.kill(),
  };
}

async function inBrowser(port: number, work: (context: BrowserContext) => Promise<void>): Promise<void> {
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  const [context] = browser.contexts();
  if (context === undefined) throw new Error('the browser has no context');
  await work(context);
  await browser.close();
}

async function runLighthouse(port: number, url: string, onlyCategories: Flags['onlyCategories']) {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    ...(onlyCategories && { onlyCategories }),
    // No one looks at it, and it takes as long as the rest.
    disableFullPageScreenshot: true,
    // Keeps the session; the cache was emptied before.
    disableStorageReset: true,
  });
  if (result === undefined) throw new Error(`${url}: no result`);
  if (result.lhr.runtimeError !== undefined) throw new Error(`${url}: ${result.lhr.runtimeError.message}`);
  // A page that wants a session which is lost leads to the sign-in page, whose figures would pass for its own.
  const { finalDisplayedUrl } = result.lhr;
  if (pathOf(finalDisplayedUrl) !== pathOf(url)) throw new Error(`${url}: measured was ${finalDisplayedUrl}`);
  return result.lhr;
}

/** Path of a page, without additions to its address. */
const pathOf = (url: string) => new URL(url).pathname.replace(/\/$/, '');
