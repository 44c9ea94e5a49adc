import type { Page } from '@playwright/test';
import { countRequests, field } from '../../support/forms.ts';
import { registerPerson, signInByForm, signInFast } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

async function expectDashboardOf(page: Page, person: { email: string }): Promise<void> {
  await expect(page).toHaveURL('/console/');
  await expect(page.locator('atrium-console-widget').getByText(person.email)).toBeVisible();
}

test('signing out ends the session here and in the other tab', async ({ page, context, customer }) => {
  await signInFast(page, customer);
  await page.goto('/console/');
  const other = await context.newPage();
  await other.goto('/console/usage');
  await expect(other.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  await page.bringToFront();
  await page.getByRole('button', { name: /log ?out/i }).click();
  await expect(page).toHaveURL(/\/console\/login/);
  await expect(other).toHaveURL(/\/console\/login/);
  await page.goto('/console/');
  await expect(page).toHaveURL(/\/console\/login/);
});

test('another user who signs in in one tab is signed in in both', async ({
  page,
  context,
  productUrl,
  signedIn,
}) => {
  const another = await registerPerson(productUrl);
  await page.goto('/console/');
  await expectDashboardOf(page, signedIn);
  const other = await context.newPage();
  await other.goto('/console/');
  await expectDashboardOf(other, signedIn);
  await other.getByRole('button', { name: /log ?out/i }).click();
  await expect(other).toHaveURL(/\/console\/login/);
  await signInByForm(other, another);
  await expectDashboardOf(other, another);
  await page.bringToFront();
  await expectDashboardOf(page, another);
  await expect(page.getByText(signedIn.email)).toHaveCount(0);
});

test('what waited for a refresh is not sent as another user: the page reloads', async ({
  page,
  productUrl,
  signedIn,
}) => {
  const another = await registerPerson(productUrl);
  await page.goto('/console/profile');
  await expect(field(page, 'First name')).toHaveValue(signedIn.firstName);
  // The cookie of the session is replaced behind the page's back; the page's token ends.
  const { username, password } = another;
  const answer = await page.request.post('/auth/v1/login', { data: { username, password } });
  expect(answer.status()).toBe(200);
  // Only the change meets it: another call that does would have the page reload before there is one.
  await page.route('**/auth/v1/user', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 401, json: { status: 401, message: 'Please sign in.' } })
      : route.fallback(),
  );
  const sent = countRequests(page, 'PATCH', '/auth/v1/user');
  const reloaded = page.waitForEvent('load');
  await field(page, 'First name').fill('Written by the first');
  await page.getByRole('button', { name: 'Save names' }).click();
  await reloaded;
  await expect(field(page, 'First name')).toHaveValue(another.firstName);
  expect(sent(), 'the change was refused once, and not sent again').toBe(1);
});
