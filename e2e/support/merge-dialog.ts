import { expect, type Locator, type Page } from '@playwright/test';
import type { Api } from './api.ts';
import type { GitRemote } from './git-remote.ts';
import type { Repository } from './git-repository.ts';
import { liveVersion } from './live-configuration.ts';
import { choicesOf, confirmManifest, pull } from './wizard.ts';

export const path = 'functions/shop/total.js';
const lines = Array.from({ length: 60 }, (_, index) => `const line${index} = ${index};`);

/** A function of 61 lines, some of them changed. */
export function source(...changes: [line: number, text: string][]): string {
  const changed = [...lines];
  for (const [line, text] of changes) changed[line] = text;
  return `${changed.join('\n')}\nexport default () => line0;\n`;
}

export const base = source();
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

/** Makes the files of the repository live by way of the wizard: they are the base of later merges. */
export async function exchange(
  page: Page,
  git: GitRemote,
  repository: Repository,
  paths: readonly string[],
): Promise<void> {
  await page.goto('/console/git-pull');
  await pull(page, git, repository);
  await confirmManifest(page);
  await page.getByRole('button', { name: 'Keep LOCAL' }).click();
  for (const each of paths) await choicesOf(page, each).getByRole('radio', { name: 'New' }).check();
  await page.getByRole('button', { name: 'Submit', exact: true }).click();
  await expect(page.getByRole('main').getByText('Merged', { exact: true })).toBeVisible();
}

/** A pull whose file has `base` in common with local, and conflicts with it. */
export async function openConflict(
  page: Page,
  git: GitRemote,
  api: Api,
  name: string,
  sides = { base, local, remote },
): Promise<Locator> {
  const repository = await git.makeRepository(name);
  await repository.commit({ [`hyper-dispatch/${path}`]: sides.base });
  await exchange(page, git, repository, [path]);
  await writeLive(api, sides.local);
  await repository.commit({ [`hyper-dispatch/${path}`]: sides.remote });
  await page.goto('/console/git-pull');
  await pull(page, git, repository);
  await confirmManifest(page);
  return openMerge(page);
}

export async function openMerge(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `Merge ${path}` }).click();
  const dialog = mergeDialog(page);
  await expect(counts(dialog)).toBeVisible({ timeout: 20_000 });
  return dialog;
}

export const mergeDialog = (page: Page, file = path) =>
  page.getByRole('dialog', { name: `Hyper Dispatch: ${file}` });

export const counts = (dialog: Locator) => dialog.getByTestId('merge-counts');
export const merged = (dialog: Locator) => dialog.locator('[data-pane="merged"]');
export const state = (dialog: Locator, text: string) =>
  merged(dialog).locator('.cm-region-title', { hasText: text });
