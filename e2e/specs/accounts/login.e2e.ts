import { inspectPage } from '../../support/accessibility.ts';
import { makeApi } from '../../support/api.ts';
import { field } from '../../support/forms.ts';
import { apiOf, makePerson, type Person, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

/** A token that signs this person in once, as addresses carry it. */
async function customToken(productUrl: string, person: Person): Promise<string> {
  const api = await apiOf(productUrl, person);
  const { token } = await api.must<{ token: string }>('POST', '/auth/v1/token/custom', {});
  return encodeURIComponent(Buffer.from(JSON.stringify({ token })).toString('base64'));
}

test('the login page is accessible in both looks', async ({ page }) => {
  await page.goto('/console/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await inspectPage(page, 'login');
});

test('a customer signs in by name or by e-mail, lands on the dashboard, and sees no login page again', async ({
  page,
  customer,
}) => {
  for (const username of [customer.username, customer.email]) {
    await page.goto('/console/login');
    await signInByForm(page, { ...customer, username });
    await expect(page).toHaveURL('/console/');
    await expect(page.getByText('Getting Started')).toBeVisible();
    await page.goto('/console/login');
    await expect(page).toHaveURL('/console/');
    await page.context().clearCookies();
  }
});

test('a wrong password is told in red under the form', async ({ page, customer }) => {
  await page.goto('/console/login');
  await signInByForm(page, { ...customer, password: 'not the password' });
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
  await expect(page).toHaveURL('/console/login');
});

test('an unknown user and a wrong password are answered alike', async ({ productUrl, customer }) => {
  const api = makeApi(productUrl, customer.address);
  const wrong = await api.call('POST', '/auth/v1/login', {
    username: customer.username,
    password: 'wrong wrong',
  });
  const unknown = await api.call('POST', '/auth/v1/login', {
    username: makePerson().username,
    password: 'wrong wrong',
  });
  const messageOf = ({ body }: { body: unknown }) => (body as { message: string }).message;
  expect([unknown.status, messageOf(unknown)]).toEqual([wrong.status, messageOf(wrong)]);
});

test('an unconfirmed e-mail address is told, and the mail can be sent again', async ({
  page,
  productUrl,
}) => {
  const person = makePerson();
  const { username, firstName, lastName, email, password, address } = person;
  await makeApi(productUrl, address).must('POST', '/auth/v1/register', {
    username,
    firstName,
    lastName,
    email,
    password,
  });
  await page.goto('/console/login');
  await signInByForm(page, person);
  await expect(page.getByRole('alert')).toContainText(/confirm|verif/i);
  await expect(page.getByRole('button', { name: /again|resend/i })).toBeVisible();
});

test('next leads back to where the visitor wanted to go, with its query', async ({ page, customer }) => {
  for (const path of ['/console/usage', '/console/payment/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b']) {
    await page.goto(path);
    await expect(page).toHaveURL(`/console/login?next=${encodeURIComponent(path)}`);
    await signInByForm(page, customer);
    await expect(page).toHaveURL(path);
    await page.context().clearCookies();
  }
});

test('next leads nowhere else: not out of the console, not to a script', async ({ page, customer }) => {
  for (const next of [
    '/console',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
  ]) {
    await page.goto(`/console/login?next=${encodeURIComponent(next)}`);
    await signInByForm(page, customer);
    await expect(page, next).toHaveURL('/console/');
    await page.context().clearCookies();
  }
});

test('a custom token signs in once, by either address', async ({ page, productUrl, customer }) => {
  for (const path of ['/console/login?token=', '/console/login/sso?token=']) {
    const address = path + (await customToken(productUrl, customer));
    await page.goto(address);
    await expect(page).toHaveURL('/console/');
    await expect(page.getByText('Getting Started')).toBeVisible();

    await page.context().clearCookies();
    await page.goto(address);
    await expect(page.getByRole('alert'), 'it works only once').toBeVisible();
  }
});

test('single sign-on leads to the path of the domain, if it stays here', async ({
  page,
  productUrl,
  customer,
}) => {
  let defaultPath = '';
  await page.route('**/public/domain/config', (route) =>
    route.fulfill({ json: { domain: 'somewhere', defaultPath } }),
  );
  for (const [path, landing] of [
    ['/console/usage', '/console/usage'],
    ['//evil.example', '/console/'],
    ['https://evil.example/console/', '/console/'],
  ] as const) {
    defaultPath = path;
    await page.goto(`/console/login/sso?token=${await customToken(productUrl, customer)}`);
    await expect(page, path).toHaveURL(landing);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.context().clearCookies();
  }
});

test('the links lead to registration and to the reset of the password', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByRole('link', { name: 'Register here' }).click();
  await expect(page).toHaveURL('/console/register');
  await page.goBack();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/console/reset/send');
});
