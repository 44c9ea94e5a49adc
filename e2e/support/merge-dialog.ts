import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from './api.ts';
import type { GitRemote } from './git-remote.ts';
import type { Repository } from './git-repository.ts';
import { liveVersion } from './live-configuration.ts';
import { showFile } from './wizard.ts';

export const path = 'functions/shop/total.js';
const lines = Array.from({ length: 60 }, (_, index) => `const line${index} = ${index};`);

/** A function of 61 lines, some of them changed. */
export function source(...changes: [line: number, text: string][]): string {
  const changed = [...lines];
  for (const [line, text] of changes) changed[line] = text;
  return `${changed.join('\n')}\nexport default () => line0;\n`;
}

const base = source();
/** Two conflicts (lines 10 and 50), one change of each side. */
export const local = source(
  [10, "const line10 = 'local';"],
  [30, 'const line30 = 300;'],
  [50, "const line50 = 'local';"],
);
export const remote = source(
  [10, "const line10 = 'remote';"],
  [40, 'const line40 = 400;'],
  [50, "const line50 = 'remote';"],
);

/** Changes the live configuration past the wizard; null removes the file. */
export async function writeLive(api: Api, content: string | null, name = 'total.js'): Promise<void> {
  const baseVersion = await liveVersion(api, 'hyper-dispatch');
  const file = content === null ? { name, action: 'delete' } : { name, action: 'merge', content };
  await api.must('POST', '/services/hyper-dispatch/import', {
    baseVersion,
    message: 'Changed by hand',
    folders: [{ name: 'functions/shop', files: [file] }],
  });
}

interface Pulled {
  uuid: string;
  services: { folders: { name: string; files: { name: string }[] }[] }[];
}

const pullPath = '/console/v1/git/config/pull';

/** A pull over HTTP, all of whose contents have been read. */
async function pullByApi(api: Api, git: GitRemote, repository: Repository): Promise<Pulled> {
  const { username, password } = git;
  const pulled = await api.must<Pulled>('POST', pullPath, {
    username,
    password,
    gitUrl: git.urlOf(repository),
  });
  const path = `${pullPath}/${pulled.uuid}/commits`;
  await expect
    .poll(async () => (await api.must<{ contents: string }>('GET', path)).contents)
    .toBe('COMPLETE');
  return pulled;
}

/** Makes the files that the repository has for Functions live: they are the base of later merges. */
export async function exchange(api: Api, git: GitRemote, repository: Repository): Promise<void> {
  const { uuid, services } = await pullByApi(api, git, repository);
  await api.must('POST', `${pullPath}/confirm`, {
    uuid,
    serviceId: 'hyper-dispatch',
    baseVersion: await liveVersion(api, 'hyper-dispatch'),
    folders: (services[0]?.folders ?? []).map(({ name, files }) => ({
      name,
      files: files.map((file) => ({ name: file.name, action: 'remote' })),
    })),
  });
}

/** The third step of the wizard, with what the repository has now. */
export async function openDiff(page: Page, git: GitRemote, api: Api, repository: Repository): Promise<void> {
  const { uuid } = await pullByApi(api, git, repository);
  await page.goto(`/console/git-pull?uuid=${uuid}&step=diff`);
  await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible();
}

/** A pull whose file has `base` in common with local, and conflicts with it. */
export async function openConflict(
  page: Page,
  git: GitRemote,
  api: Api,
  name: string,
  sides = { base, local, remote },
): Promise<Locator> {
  await pullConflict(page, git, api, name, sides);
  return openMerge(page);
}

/** The same, at the third step of the wizard, with its repository. */
export async function pullConflict(
  page: Page,
  git: GitRemote,
  api: Api,
  name: string,
  sides = { base, local, remote },
): Promise<Repository> {
  const repository = await makeConflict(git, api, name, sides);
  await openDiff(page, git, api, repository);
  return repository;
}

/** A repository whose file has `base` in common with local, and conflicts with it. */
export async function makeConflict(
  git: GitRemote,
  api: Api,
  name: string,
  sides = { base, local, remote },
): Promise<Repository> {
  const repository = await git.makeRepository(name);
  await repository.commit({ [`hyper-dispatch/${path}`]: sides.base });
  await exchange(api, git, repository);
  await writeLive(api, sides.local);
  await repository.commit({ [`hyper-dispatch/${path}`]: sides.remote });
  return repository;
}

export async function openMerge(page: Page): Promise<Locator> {
  await showFile(page, path);
  await page.getByRole('button', { name: `Merge ${path}` }).click();
  const dialog = mergeDialog(page);
  await expect(counts(dialog)).toBeVisible({ timeout: 20_000 });
  return dialog;
}

export const mergeDialog = (page: Page, file = path) =>
  page.getByRole('dialog', { name: `Functions: ${file}` });

/** A file's mark in the comparison; with its full text, because the dialog, while it closes, counts such files. */
export const mergedByYou = (page: Page) => page.getByText('Merged by you', { exact: true });
export const counts = (dialog: Locator) => dialog.getByTestId('merge-counts');
export const merged = (dialog: Locator) => dialog.locator('[data-pane="merged"]');
export const state = (dialog: Locator, text: string) =>
  merged(dialog).locator('.cm-region-title', { hasText: text });
