import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import {
  answerWithError,
  countRequests,
  expectErrorDialog,
  expectFlagged,
  field,
} from '../../support/forms.ts';
import { readMailbox, waitForLink } from '../../support/mailbox.ts';
import { fillRegistration, makePerson } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

const labels = ['Username', 'First name', 'Last name', 'E-mail', 'Password', 'Confirm password'] as const;
const registerPath = '/auth/v1/register';

const register = (page: Page) => page.getByRole('button', { name: 'Register' }).click();

test('a visitor registers, confirms the e-mail address and is led to the login', async ({
  page,
  productUrl,
}) => {
  const person = makePerson();

  await test.step('the form and what follows it', async () => {
    await page.goto('/console/register');
    await expect(field(page, 'Username')).toBeVisible();
    await inspectPage(page, 'register');
    await fillRegistration(page, person);
    await register(page);
    await expect(page).toHaveURL(`/console/register/success?email=${encodeURIComponent(person.email)}`);
    await expect(page.getByText(person.email)).toBeVisible();
    await expect(page.getByText('look in your spam folder')).toBeVisible();
    await inspectPage(page, 'register-success');
    await page.getByRole('main').getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL('/console/login');
  });

  const link = await waitForLink(productUrl, person.email, 'confirm');
  await test.step('the link of the mail confirms the address', async () => {
    const held = Promise.withResolvers<void>();
    await page.route('**/auth/v1/confirm?*', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(link);
    await expect(page.getByText('Verifying …')).toBeVisible();
    // Before the page can begin to wait, so that a test that looks late does not measure less.
    const heldUntil = Date.now();
    held.resolve();
    await expect(page.getByText('E-mail verification successful!')).toBeVisible();
    await expect(page).toHaveURL('/console/login');
    expect(Date.now() - heldUntil, 'the redirect waits for 3 seconds').toBeGreaterThan(2_900);
    await page.unrouteAll();
  });

  await test.step('a used confirmation link leads to the sign-in, and an unknown one fails with its reason', async () => {
    await page.goto(link);
    await expect(page.getByText('This e-mail address is already confirmed. You can sign in.')).toBeVisible();
    await page.goto('/console/confirm?token=unknown');
    await expect(page.getByText('E-mail verification failed!')).toBeVisible();
    await inspectPage(page, 'confirm-failed');
  });
});

test('the form of registration tells what it does not take', async ({
  page,
  customer,
  guard,
  productUrl,
}) => {
  const terms = page.getByRole('checkbox', { name: /terms/i });

  await test.step('the login link leads to the login page', async () => {
    await page.goto('/console/register');
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await expect(page).toHaveURL('/console/login');
    await page.getByRole('link', { name: 'Register here' }).click();
    await expect(field(page, 'Username')).toBeVisible();
  });

  await test.step('what is missing or differs is flagged, and nothing is sent', async () => {
    const sent = countRequests(page, 'POST', registerPath);
    await test.step('an empty form', async () => {
      await register(page);
      await expectFlagged(page, labels);
      await expect(terms).toHaveAttribute('aria-invalid', 'true');
    });

    await test.step('passwords that differ', async () => {
      await fillRegistration(page, makePerson());
      await field(page, 'Confirm password').fill('something else 1');
      await register(page);
      await expectFlagged(page, ['Password', 'Confirm password']);
      await expect(terms).not.toHaveAttribute('aria-invalid', 'true');
    });

    await test.step('terms that were not accepted', async () => {
      await fillRegistration(page, makePerson());
      await terms.uncheck();
      await register(page);
      await expect(terms).toHaveAttribute('aria-invalid', 'true');
      await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid', 'true');
      await field(page, 'Confirm password').fill('something else 1');
      await register(page);
      await expectFlagged(page, ['Password', 'Confirm password']);
    });
    expect(sent()).toBe(0);
  });

  await test.step('the dialog shows the terms', async () => {
    await page.getByRole('button', { name: /terms/i }).click();
    await expect(page.getByRole('dialog')).toContainText(/terms and conditions/i);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
  });

  await test.step('a taken username is told in the error dialog', async () => {
    await fillRegistration(page, makePerson({ username: customer.username }));
    await register(page);
    await expectErrorDialog(page, /username/i);
    await expect(page).toHaveURL('/console/register');
    await expect(field(page, 'First name'), 'what was typed is kept').not.toHaveValue('');
  });

  await test.step('a taken e-mail address looks like success, and its owner gets a mail', async () => {
    const mails = async () =>
      (await readMailbox(productUrl)).filter(({ to }) => to.includes(customer.email)).length;
    const before = await mails();
    await fillRegistration(page, makePerson({ email: customer.email }));
    await register(page);
    await expect(page).toHaveURL(/\/console\/register\/success\?email=/);
    await expect.poll(mails).toBe(before + 1);
  });

  await test.step('a server in trouble is told in the error dialog', async () => {
    expect(guard.faults(), 'until here').toEqual([]);
    guard.expectFault(/status of 500/);
    await answerWithError(page, registerPath, 500, {});
    await page.getByRole('main').getByRole('link', { name: 'Back to login' }).click();
    await page.getByRole('link', { name: 'Register here' }).click();
    await fillRegistration(page, makePerson());
    await register(page);
    await expectErrorDialog(page, 'An unexpected error encountered when connecting to the server.');
  });
});
