import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { type GitRemote, startGitRemote } from '../e2e/support/git-remote.ts';
import { call, signIn, signInInside } from './administrator.ts';
import { launchBrowser } from './browser.ts';
import { type Benchmark, measureRounds, type Series, type Subject } from './frame.ts';
import { makeMergeFiles } from './merge-files.ts';
import { startProduct, withDataFolder } from './product.ts';
import { serveReferencePage } from './reference-page.ts';

const SIZES = [10_000, 50_000] as const;
const KEYS = 40;
/** Slow editors get fewer keys, so that the whole ends in time. */
const TYPING_MS = 8000;
/** A step that takes longer than this has hung: better a clear word than a benchmark that never ends. */
const STEP_MS = 40_000;
const SERVICE = 'hyper-dispatch';

/** What the round before typed would be read and offered again. */
const FORGET_DRAFTS = `new Promise((resolve) => {
  const opening = indexedDB.open('atrium-drafts');
  opening.onsuccess = () => {
    opening.result.transaction('drafts', 'readwrite').objectStore('drafts').clear().onsuccess = resolve;
    opening.result.close();
  };
})`;

export const benchmark: Benchmark = {
  name: 'merge-dialog',
  title: 'Merge dialog with long files',
  about:
    'A file of 10,000 and one of 50,000 lines, 10 % of them changed by one side or both, in headless Chromium ' +
    'against the running product. Opening is from the click to the painted panes, contents already loaded, the ' +
    "three-way merge included; a key press is from the event to the paint: the median of 40, and the slow ones at the 95th percentile. Beside it Monaco's diff editor (until " +
    'its diff shows) and CodeMirror’s MergeView as it comes, both two-way, with the same two sides.',
  run: () => withDataFolder(measure),
};

async function measure(dataFolder: string): Promise<Series[]> {
  process.env['ATRIUM_GIT_ALLOW_PRIVATE'] = 'true';
  await using parts = new AsyncDisposableStack();
  const remote = parts.adopt(await startGitRemote(), (each) => each.stop());
  const product = parts.adopt(await startProduct(dataFolder), (each) => each.stop());
  const references = parts.adopt(
    await serveReferencePage('merge-reference.html', join(dataFolder, 'references')),
    (each) => each.stop(),
  );
  const uuid = await prepare(product.url, remote);
  // A browser for each: of two pages in one, the one behind may not be painted.
  const page = await openPage(parts);
  await openDiffStep(page, product.url, uuid);
  const beside = await openPage(parts);
  await beside.goto(references.url);
  await beside.waitForFunction(
    () => (globalThis as unknown as { document: { title: string } }).document.title === 'ready',
  );
  // Awaited here: what it works with is closed when this function ends.
  return await measureRounds(SIZES.flatMap(subjectsOf), () => measureRound(page, beside), {
    warmUps: 1,
    repeats: 3,
  });
}

async function openPage(parts: AsyncDisposableStack): Promise<Page> {
  const browser = parts.use(
    await launchBrowser({
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    }),
  );
  return browser.newPage({ viewport: { width: 1440, height: 900 } });
}

function subjectsOf(size: number): Subject[] {
  const lines = size.toLocaleString('en-US');
  const isReference = size === SIZES[0];
  const opens = (editor: string): Subject => ({ name: `${editor} opens, ${lines} lines`, unit: 'ms' });
  const keys = (editor: string): Subject[] => [
    { name: `${editor}, key press, ${lines} lines`, unit: 'ms' },
    { name: `${editor}, slow key press, ${lines} lines`, unit: 'ms' },
  ];
  const [key, slowKey] = keys('Merge dialog') as [Subject, Subject];
  return [
    { ...opens('Monaco’s diff editor'), isReference },
    ...keys('Monaco’s diff editor'),
    opens('MergeView'),
    ...keys('MergeView'),
    { ...opens('Merge dialog'), limit: isReference ? 300 : 1000 },
    { ...key, ...(isReference && { limit: 32 }) },
    slowKey,
  ];
}

async function measureRound(page: Page, beside: Page): Promise<number[]> {
  const values: number[] = [];
  for (const size of SIZES) {
    const { local, remote } = makeMergeFiles(size);
    for (const opener of ['openMonaco', 'openMergeView']) {
      const opening = openReference(beside, opener, local, remote);
      values.push(...(await inTime(`${opener} with ${size} lines`, opening)));
    }
    values.push(...(await inTime(`the merge dialog with ${size} lines`, openDialog(page, size))));
  }
  return values;
}

/** The result, or the name of what has hung if it does not come in time. */
async function inTime<Value>(name: string, work: Promise<Value>): Promise<Value> {
  // After the limit no one waits for it: its errors about the closed browser must not hide what has hung.
  work.catch(() => undefined);
  const timer = new AbortController();
  const late = setTimeout(STEP_MS, undefined, { signal: timer.signal }).then(() => {
    throw new Error(`${name} did not end within ${STEP_MS} ms`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    timer.abort();
    late.catch(() => undefined);
  }
}

const nameOf = (size: number) => `lines-${size}.js`;

/** Base, local and remote in their places; the pull to open. */
async function prepare(url: string, remote: GitRemote): Promise<string> {
  const caller = { url, token: await signIn(url) };
  const repository = await remote.makeRepository('merge');
  const files = SIZES.map((size) => ({ name: nameOf(size), ...makeMergeFiles(size) }));
  const write = (side: 'base' | 'remote') =>
    repository.commit(
      Object.fromEntries(files.map((file) => [`${SERVICE}/functions/bench/${file.name}`, file[side]])),
    );
  const pull = () =>
    call<{ uuid: string }>(caller, 'POST', '/console/v1/git/config/pull', {
      gitUrl: remote.urlOf(repository),
      username: remote.username,
      password: remote.password,
    });
  const version = async () =>
    (await call<{ version: number }>(caller, 'GET', `/services/${SERVICE}/export/metadata`)).version;
  const folder = (action: string) => ({
    name: 'functions/bench',
    files: files.map(({ name, local }) => ({ name, action, ...(action === 'merge' && { content: local }) })),
  });
  await write('base');
  const { uuid } = await pull();
  await call(caller, 'POST', '/console/v1/git/config/pull/confirm', {
    uuid,
    serviceId: SERVICE,
    baseVersion: await version(),
    folders: [folder('remote')],
  });
  await call(caller, 'POST', `/services/${SERVICE}/import`, {
    baseVersion: await version(),
    message: 'Local changes',
    folders: [folder('merge')],
  });
  await write('remote');
  return (await pull()).uuid;
}

async function openDiffStep(page: Page, url: string, uuid: string): Promise<void> {
  await signInInside(page, url);
  await page.goto(`${url}/console/git-pull?uuid=${uuid}&step=diff`);
}

/** Milliseconds to open and for a key press. The first, uncounted round loads contents and program. */
async function openDialog(
  page: Page,
  size: number,
): Promise<[openMs: number, keyMs: number, slowKeyMs: number]> {
  const button = page.getByRole('button', { name: `Merge functions/bench/${nameOf(size)}` });
  await button.waitFor();
  await page.evaluate(FORGET_DRAFTS);
  const openMs = await button.evaluate(openAndTime);
  const line = page.locator('[data-pane="merged"] .cm-line').nth(5);
  await line.click();
  await page.keyboard.press('End');
  const keysMs = await typeAndTime(page);
  await page.keyboard.press('Escape');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close', exact: true }).last().click();
  await page.getByTestId('merge-counts').waitFor({ state: 'detached' });
  return [openMs, ...keysMs];
}

/** Median and 95th percentile of the time a key takes at the cursor, each after the one before was painted. */
async function typeAndTime(page: Page): Promise<[keyMs: number, slowKeyMs: number]> {
  // What opening left to be done later (colours of the code) belongs to no key.
  await page.evaluate(waitForIdle);
  await page.evaluate(watchKeys);
  const endsAt = performance.now() + TYPING_MS;
  for (let count = 1; count <= KEYS && performance.now() < endsAt; count++) {
    await page.keyboard.press('x');
    await page.waitForFunction(hasKeys, count);
  }
  return page.evaluate(keyPercentiles);
}

/* The functions below run in the page, whose types this project does not know. */
interface PageGlobals {
  document: {
    querySelector(selector: string): unknown;
    addEventListener(type: string, f: (e: { timeStamp: number }) => void, capture: boolean): void;
  };
  requestAnimationFrame(callback: () => void): void;
  requestIdleCallback(callback: () => void, options: { timeout: number }): void;
  setTimeout(callback: () => void): void;
  keyTimes?: number[];
}

async function openAndTime(element: unknown): Promise<number> {
  const page = globalThis as unknown as PageGlobals;
  const startedAt = performance.now();
  (element as { click(): void }).click();
  while (!page.document.querySelector('.cm-region-head')) {
    await new Promise<void>((resolve) => page.setTimeout(resolve));
  }
  await new Promise<void>((resolve) => page.requestAnimationFrame(() => page.setTimeout(resolve)));
  return performance.now() - startedAt;
}

function watchKeys(): void {
  const page = globalThis as unknown as PageGlobals;
  if (!page.keyTimes) {
    page.document.addEventListener(
      'keydown',
      ({ timeStamp }) =>
        page.requestAnimationFrame(() =>
          page.setTimeout(() => page.keyTimes?.push(performance.now() - timeStamp)),
        ),
      true,
    );
  }
  page.keyTimes = [];
}

function waitForIdle(): Promise<void> {
  const page = globalThis as unknown as PageGlobals;
  return new Promise((resolve) => page.requestIdleCallback(resolve, { timeout: 2000 }));
}

function hasKeys(count: number): boolean {
  return ((globalThis as unknown as PageGlobals).keyTimes?.length ?? 0) >= count;
}

function keyPercentiles(): [median: number, slow: number] {
  const times = [...((globalThis as unknown as PageGlobals).keyTimes ?? [])].sort((a, b) => a - b);
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN;
  return [at(0.5), at(0.95)];
}

type References = Record<string, (local: string, remote: string) => Promise<number>>;

async function openReference(
  page: Page,
  opener: string,
  local: string,
  remote: string,
): Promise<[openMs: number, keyMs: number, slowKeyMs: number]> {
  const openMs = await page.evaluate(
    ([name = '', a = '', b = '']) => (globalThis as unknown as References)[name]?.(a, b) ?? Number.NaN,
    [opener, local, remote],
  );
  const keysMs = await typeAndTime(page);
  await page.evaluate(() => (globalThis as unknown as { closeReference(): void }).closeReference());
  return [openMs, ...keysMs];
}
