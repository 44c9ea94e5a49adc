import type { Page } from '@playwright/test';
import { call, signInInside } from './administrator.ts';
import { launchBrowser } from './browser.ts';
import { type Benchmark, measureRounds } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const LINES = 5_000;

const subjects = [
  {
    name: `A function of ${LINES.toLocaleString('en-US')} lines, from the click to its code`,
    unit: 'ms',
    limit: 300,
  },
  { name: 'A function of five lines', unit: 'ms', isReference: true },
  { name: 'The large one: longest task meanwhile', unit: 'ms' },
] as const;

export const benchmark: Benchmark = {
  name: 'function-page',
  title: 'The page of a large function',
  about: `In headless Chromium, a click on a function in the list of functions, until its first lines are there in the editor, in color. The reference is a function of five lines in the same list. The page has been opened before, as the scripts of pages are fetched once.`,
  run: () => withDataFolder(measureFunctionPage),
};

async function measureFunctionPage(folder: string) {
  const product = await startProduct(folder);
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ baseURL: product.url });
    const token = await signInInside(page, product.url);
    const lines = Array.from(
      { length: LINES - 2 },
      (_, index) => `  total += input.prices[${index}] ?? 0; // ${index}`,
    );
    const files = [
      functionFile(
        'large',
        ['export default (input) => { let total = 0;', ...lines, '  return total; };'].join('\n'),
      ),
      functionFile(
        'small',
        'export default (input) => {\n  // The sum.\n  let total = 1;\n  return total;\n};\n',
      ),
    ];
    await call({ url: product.url, token }, 'POST', '/console/v1/configuration/hyper-dispatch/edit', {
      files,
    });
    await page.goto('/console/');
    await page.getByRole('navigation', { name: 'Side' }).getByRole('link', { name: 'Functions' }).click();
    return await measureRounds(
      subjects,
      async () => {
        const large = await open(page, 'bench/large');
        const small = await open(page, 'bench/small');
        return [large.ms, small.ms, large.longestTask];
      },
      { warmUps: 2, repeats: 15 },
    );
  } finally {
    await browser.close();
    await product.stop();
  }
}

function functionFile(name: string, content: string) {
  return { folderPath: 'functions/bench', name: `${name}.js`, content, checksum: null };
}

/** Measured in the page, from the click to the frame after the code was there; then back to the list. */
async function open(page: Page, name: string): Promise<{ ms: number; longestTask: number }> {
  const link = page.getByRole('table', { name: 'Functions' }).getByRole('link', { name, exact: true });
  await link.waitFor();
  const measured = await link.evaluate(
    (element) =>
      new Promise<{ ms: number; longestTask: number }>((resolve) => {
        let longestTask = 0;
        const tasks = new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration);
        });
        tasks.observe({ type: 'longtask' });
        const startedAt = performance.now();
        const look = () => {
          // Colored words are elements of their own.
          if (!document.querySelector('.cm-line span')) return requestAnimationFrame(look);
          return requestAnimationFrame(() => {
            const ms = performance.now() - startedAt;
            // Tasks are told a moment after they have ended.
            setTimeout(() => {
              tasks.disconnect();
              resolve({ ms, longestTask });
            }, 200);
          });
        };
        (element as HTMLElement).click();
        requestAnimationFrame(look);
      }),
  );
  await page.goBack();
  return measured;
}
