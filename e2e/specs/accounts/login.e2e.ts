import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { type Api, makeApi } from '../../support/api.ts';
import { field } from '../../support/forms.ts';
import { makePerson, type Person, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

/** A token that signs this person in once, as addresses carry it. */
async function customToken(api: Api): Promise<string> {
  const { token } = await api.must<{ token: string }>('POST', '/auth/v1/token/custom', {});
  return encodeURIComponent(Buffer.from(JSON.stringify({ token })).toString('base64'));
}

async function expectRedUnderForm(page: Page): Promise<void> {
  const message = page.getByRole('alert');
  await expect(message).toBeVisible();
  const [red = 0, green = 0, blue = 0] = await message.evaluate((element) => {
    const canvas = document.createElement('canvas').getContext('2d');
    const inner = element.querySelector('p, span') ?? element;
    if (canvas === null) return [];
    canvas.fillStyle = getComputedStyle(inner).color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  });
  expect(red, 'the text is red').toBeGreaterThan(Math.max(green, blue) + 60);
  const below = (await message.boundingBox())?.y ?? 0;
  expect(below).toBeGreaterThan((await field(page, 'Username').boundingBox())?.y ?? Number.POSITIVE_INFINITY);
}

async function expectDashboard(page: Page): Promise<void> {
  await expect(page).toHaveURL('/console/');
  await expect(page.getByText('Getting Started')).toBeVisible();
}

/** By name or by e-mail; the browser forgets the session afterwards. */
async function signInAndSeeNoLoginAgain(page: Page, person: Person, username: string): Promise<void> {
  await signInByForm(page, { ...person, username });
  await expectDashboard(page);
  await page.goto('/console/login');
  await expect(page).toHaveURL('/console/');
  await page.context().clearCookies();
}

test('the login page: its looks, its links, and what it says to those it does not let in', async ({
  page,
  productUrl,
  customer,
}) => {
  await test.step('the login page is accessible in both looks', async () => {
    await page.goto('/console/login');
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await inspectPage(page, 'login');
  });

  await test.step('the links lead to registration and to the reset of the password', async () => {
    await page.getByRole('link', { name: 'Register here' }).click();
    await expect(page).toHaveURL('/console/register');
    await page.goBack();
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await expect(page).toHaveURL('/console/reset/send');
    await page.getByRole('link', { name: 'Back to login' }).click();
    await expect(page).toHaveURL('/console/login');
  });

  await test.step('a wrong password is told in red under the form', async () => {
    await signInByForm(page, { ...customer, password: 'not the password' });
    await expectRedUnderForm(page);
    await expect(page).toHaveURL('/console/login');
  });

  await test.step('an unknown user and a wrong password are answered alike', async () => {
    const api = makeApi(productUrl, customer.address);
    const signIn = (username: string) =>
      api.call('POST', '/auth/v1/login', { username, password: 'wrong wrong' });
    const wrong = await signIn(customer.username);
    const unknown = await signIn(makePerson().username);
    const messageOf = ({ body }: { body: unknown }) => (body as { message: string }).message;
    expect([unknown.status, messageOf(unknown)]).toEqual([wrong.status, messageOf(wrong)]);
  });

  await test.step('an unconfirmed e-mail address is told, and the mail can be sent again', async () => {
    const person = makePerson();
    const { address, ...registration } = person;
    await makeApi(productUrl, address).must('POST', '/auth/v1/register', registration);
    await signInByForm(page, person);
    await expect(page.getByRole('alert')).toContainText(/confirm|verif/i);
    await expect(page.getByRole('button', { name: /again|resend/i })).toBeVisible();
  });
});

test('a customer who signs in lands where they wanted to go, but nowhere else', async ({
  page,
  customer,
}) => {
  await test.step('by name: on the dashboard, and sees no login page again', async () => {
    await page.goto('/console/login');
    await signInAndSeeNoLoginAgain(page, customer, customer.username);
  });

  await test.step('next leads back to where the visitor wanted to go, with its query', async () => {
    for (const path of [
      '/console/usage',
      '/console/payment/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b',
    ]) {
      await page.goto(path);
      await expect(page).toHaveURL(`/console/login?next=${encodeURIComponent(path)}`);
      await signInByForm(page, customer);
      await expect(page).toHaveURL(path);
      await page.context().clearCookies();
    }
  });

  await test.step('next leads nowhere else: not out of the console, not to a script', async () => {
    for (const next of ['/console', '//evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      await page.goto(`/console/login?next=${encodeURIComponent(next)}`);
      await signInByForm(page, customer);
      await expect(page, next).toHaveURL('/console/');
      await page.context().clearCookies();
    }
  });

  await test.step('nor to another host, by e-mail: on the dashboard, and sees no login page again', async () => {
    await page.goto(`/console/login?next=${encodeURIComponent('https://evil.example/')}`);
    await signInAndSeeNoLoginAgain(page, customer, customer.email);
  });
});

test('tokens in addresses sign in', async ({ page, customerApi }) => {
  await test.step('a custom token signs in once, by either address', async () => {
    for (const path of ['/console/login?token=', '/console/login/sso?token=']) {
      const address = path + (await customToken(customerApi));
      await page.goto(address);
      await expectDashboard(page);

      await page.context().clearCookies();
      await page.goto(address);
      await expect(page.getByRole('alert'), 'it works only once').toBeVisible();
    }
  });

  await test.step('single sign-on leads to the path of the domain, if it stays on this host', async () => {
    let defaultPath = '';
    await page.route('**/public/domain/config', (route) =>
      route.fulfill({ json: { domain: 'somewhere', defaultPath } }),
    );
    await page.route('**/portal/start', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Another program of this host</h1>' }),
    );
    for (const [path, landing, heading] of [
      ['/portal/start', '/portal/start', 'Another program of this host'],
      ['/console/usage', '/console/usage', 'Usage'],
      ['//evil.example', '/console/', ''],
      ['https://evil.example/console/', '/console/', ''],
    ] as const) {
      defaultPath = path;
      await page.goto(`/console/login/sso?token=${await customToken(customerApi)}`);
      await expect(page, path).toHaveURL(landing);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await page.context().clearCookies();
    }
  });
});
