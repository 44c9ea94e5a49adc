import { expect, type Locator, type Page } from '@playwright/test';
import { fillFields } from './forms.ts';
import type { GitRemote } from './git-remote.ts';
import type { Repository } from './git-repository.ts';

/** Opens the wizard through the settings menu. */
export async function openGitPull(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Git Config Pull' }).click();
  await expect(page).toHaveURL(/\/console\/git-pull$/);
  await expect(page.getByRole('heading', { name: 'Enter Your Credentials' })).toBeVisible();
}

/** Opens the push tab through the settings menu. */
export async function openPushDialog(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'Git Config Push' }).click();
}

export async function enterConnection(
  page: Page,
  git: GitRemote,
  repository: Repository | string,
): Promise<void> {
  await fillFields(page, {
    Username: git.username,
    Password: git.password,
    'Repository URL': git.urlOf(repository),
  });
}

/** First step: credentials in, manifest out. */
export async function pull(page: Page, git: GitRemote, repository: Repository): Promise<void> {
  await enterConnection(page, git, repository);
  await page.getByRole('main').getByRole('button', { name: 'Pull', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Remote Content (Preview)' })).toBeVisible({
    timeout: 30_000,
  });
}

/** Second step: everything that was found is compared. */
export async function confirmManifest(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Compare selected files' }).click();
  await expect(page.getByRole('heading', { name: 'Merge Changes' })).toBeVisible({ timeout: 30_000 });
}

/** The line of a file in the diff step; `path` is folder and name. */
export function fileRow(page: Page, path: string, serviceId = 'hyper-dispatch'): Locator {
  return page.locator(`[data-row-key="${serviceId}/${path}"]`);
}

/** Shows a file in the diff step; only one is shown at a time. */
export async function showFile(page: Page, path: string, serviceId?: string): Promise<void> {
  const row = fileRow(page, path, serviceId).getByRole('button').first();
  // Long lists draw the rows in sight only: others are found as a person finds them.
  await row.waitFor({ timeout: 5_000 }).catch(async () => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    await page.getByRole('searchbox', { name: 'Search by name or folder' }).fill(name);
  });
  await row.click();
  await expect(choicesOf(page, path)).toBeVisible();
}

/** The radio choices of the file that is shown in the diff step. */
export function choicesOf(page: Page, path: string): Locator {
  return page.getByRole('group', { name: `Choice for ${path}`, exact: true });
}

/** Shows a file and returns one of its radio choices. */
export async function choiceOf(page: Page, path: string, label: string): Promise<Locator> {
  await showFile(page, path);
  return choicesOf(page, path).getByRole('radio', { name: label, exact: true });
}

/** Makes a choice for all files of a service or folder. */
export async function chooseAll(page: Page, action: string, of = 'Functions'): Promise<void> {
  const name = new RegExp(`^For all ([\\d,]+ shown )?files? of ${of}$`);
  await page.getByRole('button', { name }).click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

/** Turns an entry of the menu beside the search on or off, or chooses a view. */
export async function chooseInViewMenu(page: Page, entry: string): Promise<void> {
  await page.getByRole('button', { name: 'View and filters' }).click();
  await page.getByRole('menuitemcheckbox', { name: entry }).click();
}

/** Submits what is chosen, and confirms the question that names what is deleted or discarded. */
export async function submitAsked(page: Page, button = 'Submit'): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
  const question = page.getByRole('alertdialog', { name: 'Submit these changes?' });
  await question.getByRole('button', { name: 'Submit' }).click();
}
