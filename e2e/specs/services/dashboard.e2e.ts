import { inspectPage } from '../../support/accessibility.ts';
import { answerWithError } from '../../support/forms.ts';
import { expect, test } from '../../support/test.ts';

test('the dashboard shows every part and holds in every look', async ({ page, signedIn: _ }) => {
  await page.goto('/console/');
  for (const name of ['Getting Started', 'Usage', 'Invoices', 'Services status']) {
    await expect(page.getByRole('main').getByText(name, { exact: false }).first(), name).toBeVisible();
  }
  await expect(page.getByText('Checking services ...')).toBeHidden();
  await inspectPage(page, 'dashboard');
});

test('cards cut their description at 150 characters on a word', async ({ page, signedIn: _ }) => {
  await page.goto('/console/');
  const card = page.getByRole('main').getByRole('link').filter({ hasText: '…' }).first();
  await expect(card).toBeVisible();
  for (const text of await page.getByRole('main').locator('p').filter({ hasText: '…' }).allInnerTexts()) {
    expect(text.length, text).toBeLessThanOrEqual(151);
  }
  await card.click();
  await expect(page).toHaveURL(/\/console\/doc\/v1\/article-view\?id=/);
});

test('the cloud status shows the real services with six columns', async ({ page, signedIn: _ }) => {
  await page.goto('/console/');
  await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('menuitem', { name: 'System status' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cloud Status' });
  await expect(dialog.getByRole('columnheader')).toHaveCount(6);
  const row = dialog.getByRole('row').filter({ hasText: /hyper-dispatch/i });
  await expect(row).toContainText('UP');
  await inspectPage(page, 'cloud-status');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('a service that does not answer is listed with its error', async ({ page, guard, signedIn: _ }) => {
  guard.expectFault(/status of 50\d|ERR_/);
  await answerWithError(page, /^\/services\/[^/]+\/health$/, 503, { message: 'down' });
  await page.goto('/console/');
  await expect(page.getByText('Service error!').first()).toBeVisible();
});

test('a failed part shows its own error alert and the others stay', async ({ page, guard, signedIn: _ }) => {
  guard.expectFault(/status of 500/);
  await answerWithError(page, '/console/v1/billing/invoice', 500, { message: 'Usage is being counted.' });
  await page.goto('/console/');
  const alert = page.getByRole('alert').filter({ hasText: 'Usage is being counted.' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'See more' }).click();
  await expect(alert).toContainText('e2e-request');
  await expect(page.getByText('Getting Started')).toBeVisible();
});
