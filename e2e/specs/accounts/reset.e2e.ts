import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { expectSignedOut } from '../../support/api.ts';
import { countRequests, expectFlagged, field, fillFields } from '../../support/forms.ts';
import { readMailbox, waitForLink } from '../../support/mailbox.ts';
import { apiOf, makePerson, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

const send = 'Send Reset Password Link';

async function openFormByLink(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('link', { name: 'Back to login' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/console/reset/send');
}

async function choosePassword(page: Page, password: string, confirmed = password): Promise<void> {
  await fillFields(page, { Password: password, 'Confirm password': confirmed });
  await page.getByRole('button', { name: 'Reset password' }).click();
}

test('a forgotten password is replaced by way of a mail', async ({ page, productUrl, customer }) => {
  const before = await apiOf(productUrl, customer);
  const stranger = makePerson();

  await test.step('the e-mail field is required and of type e-mail', async () => {
    await page.goto('/console/reset/send');
    await expect(page.getByRole('button', { name: send })).toBeVisible();
    await inspectPage(page, 'reset-send');
    const sent = countRequests(page, 'POST', '/auth/v1/password/forgotten');
    await expect(field(page, 'E-mail')).toHaveAttribute('type', 'email');
    await page.getByRole('button', { name: send }).click();
    expect(sent()).toBe(0);
  });

  await test.step('an unknown address is answered as a known one', async () => {
    await field(page, 'E-mail').fill(stranger.email);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(`/console/reset/prompt?email=${encodeURIComponent(stranger.email)}`);
    await openFormByLink(page);
  });

  await test.step('a known one gets a mail, the unknown one none', async () => {
    await field(page, 'E-mail').fill(customer.email);
    await page.getByRole('button', { name: send }).click();
    await expect(page).toHaveURL(`/console/reset/prompt?email=${encodeURIComponent(customer.email)}`);
    await expect(page.getByText(`Check your email ${customer.email} for reset link`)).toBeVisible();
    await expect(page.getByRole('main').getByRole('link', { name: /back to login/i })).toBeVisible();
    await inspectPage(page, 'reset-prompt');
  });

  const link = await waitForLink(productUrl, customer.email, 'reset');
  expect((await readMailbox(productUrl)).filter(({ to }) => to.includes(stranger.email))).toEqual([]);
  const password = 'A new password 2';

  await test.step('passwords that differ are flagged and nothing is sent', async () => {
    const sent = countRequests(page, 'POST', '/auth/v1/password/reset');
    await page.goto(link);
    await fillFields(page, { Password: password, 'Confirm password': password });
    await inspectPage(page, 'reset');
    await choosePassword(page, password, 'Another password 3');
    await expectFlagged(page, ['Password', 'Confirm password']);
    expect(sent()).toBe(0);
  });

  await test.step('the new password signs in, and all sessions have ended', async () => {
    await fillFields(page, { Password: password, 'Confirm password': password });
    // Before the page can begin to wait, so that a test that looks late does not measure less.
    const sentAt = Date.now();
    await page.getByRole('button', { name: 'Reset password' }).click();
    await expect(page).toHaveURL('/console/reset/success');
    await expect(page.getByText('Your password was reset.')).toBeVisible();
    await expect(page).toHaveURL('/console/login');
    expect(Date.now() - sentAt, 'the redirect waits for 2 seconds').toBeGreaterThan(1_900);

    await expect(field(page, 'Username'), 'filled in').toHaveValue(customer.username);
    await expectSignedOut(before);
    await signInByForm(page, { ...customer, password });
    await expect(page).toHaveURL('/console/');
    await page.context().clearCookies();
  });

  await test.step('a link counts once, and says so before a password is chosen', async () => {
    for (const [address, text] of [
      [link, /expired or was already used/],
      ['/console/reset', 'The link is incomplete.'],
    ] as const) {
      await page.goto(address);
      await expect(page.getByRole('alert')).toContainText(text);
      await expect(field(page, 'Password')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Request another link' })).toBeVisible();
    }
    await inspectPage(page, 'reset-refused');
  });
});
