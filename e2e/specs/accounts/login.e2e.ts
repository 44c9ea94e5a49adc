import { inspectPage } from '../../support/accessibility.ts';
import { makeApi } from '../../support/api.ts';
import { field } from '../../support/forms.ts';
import { apiOf, makePerson, signInByForm } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

test('the login page is accessible in every look', async ({ page }) => {
  await page.goto('/console/login');
  await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
  await inspectPage(page, 'login');
});

test('a customer signs in and lands on the dashboard', async ({ page, customer }) => {
  await page.goto('/console/login');
  await signInByForm(page, customer);
  await expect(page).toHaveURL('/console/');
  await expect(page.getByText('Getting Started')).toBeVisible();
});

test('the e-mail address signs in as well', async ({ page, customer }) => {
  await page.goto('/console/login');
  await signInByForm(page, { ...customer, username: customer.email });
  await expect(page).toHaveURL('/console/');
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

test('next leads back to where the visitor wanted to go', async ({ page, customer }) => {
  await page.goto('/console/usage');
  await expect(page).toHaveURL('/console/login?next=%2Fconsole%2Fusage');
  await signInByForm(page, customer);
  await expect(page).toHaveURL('/console/usage');
});

test('next keeps the query of the wanted page', async ({ page, customer }) => {
  await page.goto('/console/payment/details?id=01a1fce8-1356-72bc-93b2-507ef8768c3b');
  await expect(page).toHaveURL(/\/console\/login\?next=/);
  await signInByForm(page, customer);
  await expect(page).toHaveURL(/\/console\/payment\/details\?id=01a1fce8-1356-72bc-93b2-507ef8768c3b/);
});

for (const next of [
  '/console',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  'javascript:alert(1)',
]) {
  test(`next=${next} leads to the dashboard`, async ({ page, customer }) => {
    await page.goto(`/console/login?next=${encodeURIComponent(next)}`);
    await signInByForm(page, customer);
    await expect(page).toHaveURL('/console/');
  });
}

test('someone who is signed in does not see the login page', async ({ page, signedIn: _ }) => {
  await page.goto('/console/login');
  await expect(page).toHaveURL('/console/');
});

for (const path of ['/console/login?token=', '/console/login/sso?token=']) {
  test(`a custom token signs in by ${path}`, async ({ page, productUrl, customer }) => {
    const api = await apiOf(productUrl, customer);
    const { token } = await api.must<{ token: string }>('POST', '/auth/v1/token/custom', {});
    const encoded = encodeURIComponent(Buffer.from(JSON.stringify({ token })).toString('base64'));
    await page.goto(path + encoded);
    await expect(page).toHaveURL('/console/');
    await expect(page.getByText('Getting Started')).toBeVisible();

    await page.context().clearCookies();
    await page.goto(path + encoded);
    await expect(page.getByRole('alert'), 'it works only once').toBeVisible();
  });
}

for (const [defaultPath, landing] of [
  ['/console/usage', '/console/usage'],
  ['//evil.example', '/console/'],
  ['https://evil.example/console/', '/console/'],
] as const) {
  test(`single sign-on leads to the path of the domain, if it stays here: ${defaultPath}`, async ({
    page,
    productUrl,
    customer,
  }) => {
    await page.route('**/public/domain/config', (route) =>
      route.fulfill({ json: { domain: 'somewhere', defaultPath } }),
    );
    const api = await apiOf(productUrl, customer);
    const { token } = await api.must<{ token: string }>('POST', '/auth/v1/token/custom', {});
    const encoded = encodeURIComponent(Buffer.from(JSON.stringify({ token })).toString('base64'));
    await page.goto(`/console/login/sso?token=${encoded}`);
    await expect(page).toHaveURL(landing);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
}

test('the links lead to registration and to the reset of the password', async ({ page }) => {
  await page.goto('/console/login');
  await page.getByRole('link', { name: 'Register here' }).click();
  await expect(page).toHaveURL('/console/register');
  await page.goBack();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await expect(page).toHaveURL('/console/reset/send');
});
