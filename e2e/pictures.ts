import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../tools/chromium.mjs';
import { startGitRemote } from './support/git-remote.ts';
import { apiOf, makePerson, registerPerson, signInFast } from './support/personas.ts';
import { scenes } from './support/picture-scenes.ts';
import { removeDataFolder, startProduct } from './support/product.ts';

// Takes the articles' pictures of the console, from a running product, in both themes:
// `node_modules/.bin/node e2e/pictures.ts`

const folder = join(
  import.meta.dirname,
  '..',
  'packages',
  'server',
  'src',
  'articles',
  'content',
  'pictures',
);
/** Wide enough for three panes, and still legible at the width of an article. */
const SIZE = { width: 1200, height: 760 };
const QUALITY = 0.72;
/** For phones, where each kilobyte shows and a letter is three pixels high. */
const SMALL = { width: 384, quality: 0.45 };
const THEMES = ['light', 'dark'] as const;
const fileOf = (name: string, theme: string) => join(folder, `${name}.${theme}.webp`);

// One dot, because a product whose articles name a missing picture does not start.
const NONE_YET = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
for (const { name } of scenes) {
  for (const theme of THEMES) {
    if (!existsSync(fileOf(name, theme))) await writeFile(fileOf(name, theme), NONE_YET);
  }
}

const product = await startProduct();
const git = await startGitRemote();
const executablePath = findChromium();
const browser = await chromium.launch(executablePath === undefined ? {} : { executablePath });
try {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: SIZE,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const blank = await context.newPage();
  const person = await registerPerson(product.url, makePerson({ username: 'ada' }));
  await signInFast(page, person);
  const stage = { page, api: await apiOf(product.url, person), git };
  for (const { name, open, top } of scenes) {
    await page.emulateMedia({ colorScheme: 'light' });
    await open(stage);
    // A page that was just opened can have its content before its menus.
    await page
      .getByRole('banner', { includeHidden: true })
      .getByRole('button', { name: 'Settings', includeHidden: true })
      .waitFor();
    await top?.(page).evaluate((element) =>
      window.scrollBy(
        0,
        element.getBoundingClientRect().top - (document.querySelector('header')?.offsetHeight ?? 0) - 16,
      ),
    );
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme });
      const png = await page.screenshot({ animations: 'disabled' });
      for (const [look, encoding] of [
        [colorScheme, { width: SIZE.width, quality: QUALITY }],
        [`${colorScheme}.small`, SMALL],
      ] as const) {
        const webp = await toWebp(blank, png, encoding);
        await writeFile(fileOf(name, look), webp);
        process.stdout.write(`${name}.${look}.webp: ${webp.length} bytes\n`);
      }
    }
  }
} finally {
  await browser.close();
  await git.stop();
  await product.stop();
  await removeDataFolder(product.dataFolder);
}

/** A third of the bytes; the browser can write it, and nothing has to be installed for it. */
async function toWebp(
  page: Page,
  png: Buffer,
  { width, quality }: { width: number; quality: number },
): Promise<Buffer> {
  const encoded = await page.evaluate(
    async ({ source, width, quality }) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(width, Math.round((bitmap.height * width) / bitmap.width));
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
    },
    { source: `data:image/png;base64,${png.toString('base64')}`, width, quality },
  );
  return Buffer.from(encoded, 'base64');
}
