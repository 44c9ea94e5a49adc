import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type ComparedSide, compareFiles } from '@atrium/contract/configuration/compare-files';
import type { Page } from '@playwright/test';
import { type GitRemote, startGitRemote } from '../e2e/support/git-remote.ts';
import type { Repository } from '../e2e/support/git-repository.ts';
import { call, signIn, signInInside } from './administrator.ts';
import { launchBrowser } from './browser.ts';
import { type Benchmark, measureRounds, type Series, timeMs } from './frame.ts';
import { startProduct, withDataFolder } from './product.ts';

const FILES = 100_000;
const FOLDERS = 500;
const SERVICE = 'hyper-dispatch';
/** What has not been seen by then will not come any more. */
const SIGHT_MS = 40_000;
/** Longest that all of the files may take to become readable on the server. */
const CONTENTS_MS = 90_000;

export const benchmark: Benchmark = {
  name: 'compare-files',
  title: 'Comparing 100,000 files of local and remote',
  about:
    '100,000 files are live in a service; of those in the repository a tenth is changed, a hundredth new, a hundredth ' +
    'gone and a hundredth moved. In headless Chromium against the running product: from the first byte of the ' +
    "pull's answer, when the server has all data, to the first rows of the manifest; from the click that goes on " +
    'to the first rows of the comparison, and until all of it is there. The comparison alone stands beside one `Map` ' +
    'of the remote files by path and one look-up for each local file, which tells no more than changed or not.',
  run: async () => [...(await measureComparison()), ...(await withDataFolder(measureBrowser))],
};

function measureComparison(): Promise<Series[]> {
  const [local, remote] = [list(localFile), list(remoteFile)];
  return measureRounds(
    [
      { name: 'One map and its look-ups', unit: 'ms', isReference: true },
      { name: 'Comparison with types and moves', unit: 'ms', limit: 500 },
    ],
    async () => [
      await timeMs(async () => lookUp(local, remote)),
      await timeMs(async () => compareFiles(local, remote)),
    ],
    { warmUps: 2, repeats: 9 },
  );
}

interface Place {
  folder: number;
  checksum: string;
}

/** Undefined for the files that are new in the repository. */
const localFile = (index: number): Place | undefined =>
  index % 100 === 5 ? undefined : { folder: index % FOLDERS, checksum: String(index) };

/** Undefined for the files that are gone. */
const remoteFile = (index: number): Place | undefined =>
  index % 100 === 3
    ? undefined
    : {
        folder: index % 100 === 7 ? FOLDERS + 1 : index % FOLDERS,
        checksum: index % 10 === 0 ? `changed ${index}` : String(index),
      };

function list(of: (index: number) => Place | undefined): ComparedSide[] {
  return Array.from({ length: FILES }, (_, index) => index).flatMap((index) => {
    const place = of(index);
    if (place === undefined) return [];
    return [{ folderPath: folderOf(place), name: nameOf(index), checksum: place.checksum }];
  });
}

const folderOf = ({ folder }: Place) => `functions/group-${folder}`;
const nameOf = (index: number) => `function-${index}.js`;

function lookUp(local: readonly ComparedSide[], remote: readonly ComparedSide[]): number {
  const byPath = new Map(remote.map((file) => [`${file.folderPath}/${file.name}`, file.checksum]));
  return local.filter((file) => byPath.get(`${file.folderPath}/${file.name}`) !== file.checksum).length;
}

async function measureBrowser(dataFolder: string): Promise<Series[]> {
  process.env['ATRIUM_GIT_ALLOW_PRIVATE'] = 'true';
  await using parts = new AsyncDisposableStack();
  const remote = parts.adopt(await startGitRemote(), (each) => each.stop());
  const product = parts.adopt(await startProduct(dataFolder), (each) => each.stop());
  const repository = await remote.makeRepository('many');
  await commitAll(repository, localFile);
  const submitMs = await timeMs(() => submitAll(product.url, remote));
  console.error(`  all files live after ${Math.round(submitMs)} ms`);
  await commitAll(repository, remoteFile);
  const browser = parts.use(
    await launchBrowser({
      args: ['--no-sandbox', '--disable-dev-shm-usage'],
    }),
  );
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(120_000);
  await signInInside(page, product.url);
  // Awaited here: what it works with is closed when this function ends.
  return await measureRounds(
    [
      { name: 'Manifest of 100,000 files: first rows', unit: 'ms' },
      { name: 'Scrolling through its 100,000 rows: a step', unit: 'ms', limit: 50 },
      { name: 'Comparison of 100,000 files: first rows', unit: 'ms', limit: 500 },
      { name: 'Comparison of 100,000 files: all of it', unit: 'ms', limit: 1500 },
    ],
    () => measureWizard(page, product.url, remote),
    { warmUps: 1, repeats: 3 },
  );
}

async function commitAll(repository: Repository, of: (index: number) => Place | undefined): Promise<void> {
  const importing = spawn('git', ['fast-import', '--quiet', '--force'], { cwd: repository.folder });
  const person = 'Robin <robin@example.com> 1760000000 +0000';
  importing.stdin.write(`commit refs/heads/main\ncommitter ${person}\ndata 3\nAll\n`);
  for (let index = 0; index < FILES; index++) {
    const place = of(index);
    if (place === undefined) continue;
    const content = `export default () => '${place.checksum}';\n`;
    const path = `${SERVICE}/${folderOf(place)}/${nameOf(index)}`;
    const isTaken = importing.stdin.write(`M 100644 inline ${path}\ndata ${content.length}\n${content}\n`);
    if (!isTaken) await once(importing.stdin, 'drain');
  }
  importing.stdin.end('done\n');
  const [code] = (await once(importing, 'close')) as [number | null];
  if (code !== 0) throw new Error(`fast-import ended with ${code}`);
}

interface Pulled {
  uuid: string;
  services: { folders: { name: string; files: { name: string }[] }[] }[];
}

async function submitAll(url: string, remote: GitRemote): Promise<void> {
  const caller = { url, token: await signIn(url) };
  const { username, password } = remote;
  const body = { username, password, gitUrl: remote.urlOf('many') };
  const { uuid, services } = await call<Pulled>(caller, 'POST', '/console/v1/git/config/pull', body);
  const path = `/console/v1/git/config/pull/${uuid}/commits`;
  const endsAt = performance.now() + CONTENTS_MS;
  while ((await call<{ contents: string }>(caller, 'GET', path)).contents !== 'COMPLETE') {
    if (performance.now() > endsAt) throw new Error('the contents are not read in time');
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const metadata = `/services/${SERVICE}/export/metadata`;
  const { version } = await call<{ version: number }>(caller, 'GET', metadata);
  const folders = (services[0]?.folders ?? []).map(({ name, files }) => {
    return { name, files: files.map((file) => ({ name: file.name, action: 'remote' })) };
  });
  const confirmed = { uuid, serviceId: SERVICE, baseVersion: version, folders };
  await call(caller, 'POST', '/console/v1/git/config/pull/confirm', confirmed);
}

async function measureWizard(page: Page, url: string, remote: GitRemote): Promise<number[]> {
  await page.goto(`${url}/console/git-pull`);
  await page.getByLabel('Repository URL').fill(remote.urlOf('many'));
  await page.getByLabel('Username').fill(remote.username);
  await page.getByLabel('Password', { exact: false }).first().fill(remote.password);
  const pulling = page.evaluate(timeManifest, SIGHT_MS);
  await page.getByRole('main').getByRole('button', { name: 'Pull' }).click();
  const manifestMs = await pulling;
  console.error(`  manifest ${Math.round(manifestMs)} ms`);
  await page.evaluate(waitForReadAhead, SIGHT_MS);
  const stepMs = await page.evaluate(timeScrolling);
  const [firstMs, allMs] = await page.evaluate(timeComparison, SIGHT_MS);
  return [manifestMs, stepMs, firstMs, allMs];
}

/* The functions below run in the page, whose types this project knows only in part. */

/** From the first byte of the pull's answer to the painted first rows. */
async function timeManifest(longestMs: number): Promise<number> {
  const endsAt = performance.now() + longestMs;
  const row = '[role="table"][aria-label^="Files of"] [role="row"][aria-rowindex="2"]';
  while (!document.querySelector(row)) {
    if (performance.now() > endsAt) throw new Error('the manifest does not come');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const now = performance.now();
  const answers = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
  const pulled = answers.findLast(({ name }) => name.endsWith('/git/config/pull'));
  return now - (pulled?.responseStart ?? Number.NaN);
}

/** Until the page has what the wizard prefetches while a user looks at the manifest, and has nothing more to do. */
async function waitForReadAhead(longestMs: number): Promise<void> {
  const endings = ['/export/metadata', '/bases'];
  const endsAt = performance.now() + longestMs;
  const isRead = () => {
    const names = performance.getEntriesByType('resource').map(({ name }) => name);
    return endings.every((ending) => names.some((name) => name.endsWith(ending)));
  };
  while (!isRead()) {
    if (performance.now() > endsAt) throw new Error('what is read ahead has not come');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 2000 }));
}

/** Median of sixty steps from the first row to the last, each until it is painted. */
async function timeScrolling(): Promise<number> {
  const table = document.querySelector('[role="table"][aria-label^="Files of"]');
  if (table === null) return Number.NaN;
  const times: number[] = [];
  const end = table.scrollHeight - table.clientHeight;
  for (let step = 1; step <= 60; step++) {
    const startedAt = performance.now();
    table.scrollTop = (end * step) / 60;
    await new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    times.push(performance.now() - startedAt);
  }
  return times.sort((a, b) => a - b)[30] ?? Number.NaN;
}

/** From the click to the painted first rows, and to the count of all differences. */
async function timeComparison(longestMs: number): Promise<[firstMs: number, allMs: number]> {
  const painted = () => new Promise<void>((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  const until = async (isThere: () => boolean) => {
    while (!isThere()) {
      if (performance.now() - startedAt > longestMs) throw new Error('the comparison does not come');
      await new Promise((resolve) => setTimeout(resolve));
    }
    await painted();
    return performance.now() - startedAt;
  };
  const button = [...document.querySelectorAll('button')].find(
    ({ textContent }) => textContent === 'Compare selected files',
  );
  const startedAt = performance.now();
  button?.click();
  // The first row of the list is a folder with its menu.
  const row = '[aria-label^="Changes to"] button';
  const firstMs = await until(() => document.querySelector(row) !== null);
  const allMs = await until(() => /files differ/.test(document.body.textContent ?? ''));
  return [firstMs, allMs];
}
