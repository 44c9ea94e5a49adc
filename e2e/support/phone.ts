import type { Locator, Page } from '@playwright/test';

/** A phone as most people have it; `inspectPhone` also looks at the narrowest. */
export const phone = { hasTouch: true, viewport: { width: 390, height: 844 } };

/** Touches a button by its whole name. */
export const tap = (scope: Page | Locator, name: string) =>
  scope.getByRole('button', { name, exact: true }).tap();

/** Opens a dialog of the map, which is a drawer here. */
export async function openFromMenu(page: Page, entry: string): Promise<void> {
  await tap(page.getByRole('banner'), 'Menu');
  await tap(page.getByRole('dialog', { name: 'Menu' }), entry);
}
