import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { findChromium } from '../tools/chromium.mjs';
import { startGitRemote } from './support/git-remote.ts';
import { apiOf, makePerson, registerPerson, signInFast } from './support/personas.ts';
import { scenes } from './support/picture-scenes.ts';
import { removeDataFolder, startProduct } from './support/product.ts';

// Takes the pictures of the console for articles and the README, from a running product, in both themes:
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
/** Wide enough for three panes and for elements side by side, and still legible at the width of an article. */
const SIZE = { width: 1280, height: 760 };
/** Part shown on phones: as much as is legible there, in the same proportions. */
const PART = { width: 512, height: 304 };
/** Pixels per point of a screenshot, as high-density phones need. */
const SCALE = 2;
const WHOLE = { ending: '', width: SIZE.width, quality: 0.72 };
/** Encoding for phones, for which size matters, and for high-density screens. */
const PARTS = [
  { ending: '.small', width: 384, quality: 0.4 },
  { ending: '.sharp', width: 768, quality: 0.5 },
];
/** Scenes that the README shows. */
const README: Record<string, string> = { function: 'function.png', 'diff-step': 'main-job.png' };
const readmeFolder = join(import.meta.dirname, '..', 'docs', 'images');
const THEMES = ['light', 'dark'] as const;
const fileOf = (name: string, theme: string) => join(folder, `${name}.${theme}.webp`);

// Placeholder of one pixel: a product whose articles reference a missing picture does not start.
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
    deviceScaleFactor: SCALE,
    locale: 'en-US',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const blank = await context.newPage();
  const person = await registerPerson(product.url, makePerson({ username: 'ada' }));
  await signInFast(page, person);
  const stage = { page, api: await apiOf(product.url, person), git };
  for (const { name, open, top, part } of scenes) {
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
      const shownInReadme = colorScheme === 'light' ? README[name] : undefined;
      if (shownInReadme !== undefined) await writeFile(join(readmeFolder, shownInReadme), png);
      const corner = await part(page).boundingBox();
      const clip = partAt(corner ?? { x: 0, y: 0 });
      for (const { ending, width, quality } of [WHOLE, ...PARTS]) {
        const shown = ending === '' ? { x: 0, y: 0, ...SIZE } : clip;
        const webp = await toWebp(blank, png, { clip: shown, target: width, quality });
        const look = `${colorScheme}${ending}`;
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

/** Begins a little before the corner, and stays within the picture. */
function partAt({ x, y }: { x: number; y: number }): Clip {
  const within = (from: number, most: number) => Math.round(Math.min(Math.max(from - 8, 0), most));
  return {
    x: within(x, SIZE.width - PART.width),
    y: within(y, SIZE.height - PART.height),
    ...PART,
  };
}

interface Clip {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A third of the bytes; the browser can write it, and nothing has to be installed for it. */
async function toWebp(
  page: Page,
  png: Buffer,
  { clip, target, quality }: { clip: Clip; target: number; quality: number },
): Promise<Buffer> {
  const { x, y, width, height } = clip;
  const encoded = await page.evaluate(
    async ({ source, target, quality, x, y, width, height }) => {
      const bitmap = await createImageBitmap(await (await fetch(source)).blob());
      const canvas = new OffscreenCanvas(target, Math.round((height * target) / width));
      const context = canvas.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      context?.drawImage(bitmap, x, y, width, height, 0, 0, canvas.width, canvas.height);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''));
    },
    {
      source: `data:image/png;base64,${png.toString('base64')}`,
      target,
      quality,
      x: x * SCALE,
      y: y * SCALE,
      width: width * SCALE,
      height: height * SCALE,
    },
  );
  return Buffer.from(encoded, 'base64');
}
