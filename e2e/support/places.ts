import type { Page } from '@playwright/test';

/** The side navigation: the places of the console. */
export const places = (page: Page) => page.getByRole('navigation', { name: 'Side' });

/** Opens a page of the current place by its tab. */
export async function openTab(page: Page, place: string, tab: string): Promise<void> {
  await page
    .getByRole('main')
    .getByRole('navigation', { name: place, exact: true })
    .getByRole('link', { name: tab, exact: true })
    .click();
}

/** Chooses an entry of the menu under the user's name. */
export async function openOwn(page: Page, entry: string): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Signed in as/ })
    .click();
  await page.getByRole('menuitem', { name: entry, exact: true }).click();
}
