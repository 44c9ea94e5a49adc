import type { Locator, Page } from '@playwright/test';
import { fillFields } from '../../support/forms.ts';
import { signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

const OFFLINE = 'Cannot reach the server. Check your connection and try again.';
const password = 'A long password 7';
const secrets = { Password: password, 'Confirm password': password };

/** A form, or a question, filled and ready to be sent. */
interface Form {
  name: string;
  /** Page of the form; the previous form's page if omitted. */
  at?: string;
  path: string | RegExp;
  open: (page: Page) => Promise<Locator>;
}

/** Fills the fields that are on the page itself. */
const onPage = (values: Record<string, string>, button: string) => async (page: Page) => {
  await fillFields(page, values);
  return page.getByRole('button', { name: button, exact: true });
};

/** Opens a dialog and fills it. */
const inDialog =
  (opener: string | RegExp, values: Record<string, string>, button: string) => async (page: Page) => {
    await page.getByRole('button', { name: opener }).first().click();
    const dialog = page.locator('[role="dialog"], [role="alertdialog"]').last();
    await fillFields(dialog, values);
    return dialog.getByRole('button', { name: button, exact: true });
  };

/** Three rapid clicks send once, and an unavailable server loses no typed text. */
async function expectSentOnce(page: Page, { name, path, open }: Form): Promise<void> {
  const button = await open(page);
  const held = Promise.withResolvers<void>();
  let count = 0;
  const isThis = (url: URL) => (typeof path === 'string' ? url.pathname === path : path.test(url.pathname));
  await page.route(isThis, async (route) => {
    if (route.request().method() === 'GET') return route.fallback();
    count += 1;
    await held.promise;
    return route.abort();
  });
  await button.click({ clickCount: 3 });
  await expect(button, `${name} is busy`).toHaveAttribute('aria-disabled', 'true');
  const typed = await valuesOf(page);
  held.resolve();
  await expect(page.getByRole('alert').filter({ hasText: OFFLINE }), name).toBeVisible();
  expect(count, `${name} is sent once`).toBe(1);
  expect(await valuesOf(page), `${name} keeps what was typed`).toEqual(typed);
  await page.unroute(isThis);
  await closeDialogs(page);
}

/** A question that gives way to its error is still fading when the error is closed: its button may go before the click. */
async function closeDialogs(page: Page): Promise<void> {
  await expect(async () => {
    for (const label of ['Ok', 'Cancel']) {
      const closing = page.getByRole('button', { name: label, exact: true });
      if (await closing.isVisible()) await closing.click({ timeout: 2000 });
    }
    await expect(page.locator('[role="dialog"], [role="alertdialog"]')).toHaveCount(0, { timeout: 2000 });
  }).toPass();
}

const valuesOf = (page: Page) =>
  page
    .locator('input, textarea, select')
    .evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));

async function expectAllSentOnce(page: Page, forms: readonly Form[]): Promise<void> {
  for (const form of forms) {
    await test.step(form.name, async () => {
      if (form.at) await page.goto(form.at);
      await expectSentOnce(page, form);
    });
  }
}

const visitors: Form[] = [
  {
    name: 'registration',
    at: '/console/register',
    path: '/auth/v1/register',
    async open(page) {
      const names = { Username: 'ada-of-forms', 'First name': 'Ada', 'Last name': 'Marin' };
      await fillFields(page, { ...names, 'E-mail': 'ada@example.com', ...secrets });
      await page.getByRole('checkbox', { name: /terms/i }).check();
      return page.getByRole('button', { name: 'Register', exact: true });
    },
  },
  {
    name: 'login',
    at: '/console/login',
    path: '/auth/v1/login',
    open: onPage({ Username: 'ada', Password: password }, 'Login'),
  },
];

/** A form on a page, a question, dialogs, and what sends with code of its own. */
const kinds: Form[] = [
  {
    name: 'names',
    at: '/console/profile',
    path: '/auth/v1/user',
    open: onPage({ 'First name': 'Grace' }, 'Save name'),
  },
  {
    name: 'an authenticator app',
    path: /^\/auth\/v1\/user\/factors\/authenticator\/.+\/confirm$/,
    async open(page) {
      const values = { Name: 'My phone', Code: '123456' };
      const add = await inDialog('Add authenticator app', values, 'Add')(page);
      await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible();
      return add;
    },
  },
  {
    name: 'the end of a session',
    path: /^\/auth\/v1\/sessions\//,
    open: inDialog(/^Sign out .+ at /, {}, 'Sign out'),
  },
  {
    name: 'invitation',
    path: '/auth/v1/user/children',
    open: inDialog(
      'Invite a person',
      { Username: 'bo-of-forms', 'E-mail': 'bo@example.com', 'First name': 'Bo', 'Last name': 'Marin' },
      'Send invitation',
    ),
  },
  {
    name: 'an API key of their own',
    at: '/console/keys',
    path: '/auth/v1/user/keys',
    async open(page) {
      const create = await inDialog('New API key', { Name: 'Forms' }, 'Create')(page);
      await page.getByRole('checkbox', { name: /^See tests/ }).check();
      return create;
    },
  },
  {
    name: 'another default',
    at: '/console/payment',
    path: /^\/console\/v1\/address\/default\//,
    open: async (page) => page.getByRole('button', { name: /^Make default: address/ }),
  },
  {
    name: 'a run of tests',
    at: '/console/run-tests',
    path: '/console/v1/tests/run',
    open: async (page) => page.getByRole('button', { name: 'Run', exact: true }),
  },
];

const PROMISE = 'once, however often it is clicked, and keeps what was typed when the server is away';

test.beforeEach(({ guard }) => guard.expectFault(/net::ERR_FAILED/));

test(`what visitors fill in is sent ${PROMISE}`, ({ page }) => expectAllSentOnce(page, visitors));

test(`a form of each kind is sent ${PROMISE}`, async ({ page, customer, customerApi }) => {
  const address = { addressCountry: 'AT', addressCity: 'Wien', addressZip: '1010', addressLine1: 'Ring 1' };
  for (let count = 0; count < 2; count += 1)
    await customerApi.must('POST', '/console/v1/address/create', address);
  await signInFast(page, customer);
  await page.route('**/console/v1/card/check', (route) => route.fulfill({ json: true }));
  await expectAllSentOnce(page, kinds);
});
