import type { Page } from '@playwright/test';
import { countRequests, field } from '../../support/forms.ts';
import { type Person, registerPerson, signInByForm } from '../../support/personas.ts';
import { openOwn } from '../../support/places.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

async function expectDashboardOf(page: Page, person: { email: string }): Promise<void> {
  await expect(page).toHaveURL('/console/');
  await expect(page.locator('atrium-console-widget').getByText(person.email)).toBeVisible();
}

/** The first load after a sign-in, with everything refused that carries the token from before the one refresh. */
async function openDashboardWithRefusedToken(page: Page): Promise<void> {
  let refreshes = 0;
  const refused = new Set<string>();
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/v1/token/refresh')) refreshes += 1;
  });
  await page.route(/\/(console\/v1|services|doc\/v1)(?!.*\/public\/)/, async (route) => {
    const path = new URL(route.request().url()).pathname;
    if (refreshes > 1) return await route.continue();
    refused.add(path);
    await route.fulfill({ status: 401, json: { status: 401, message: 'Please sign in.', requestId: 'e2e' } });
  });
  await page.goto('/console/');
  await expect(page.getByText('Getting Started')).toBeVisible();
  await expect.poll(() => refused.size).toBeGreaterThan(2);
  await expectLoaded(page);
  await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).toHaveCount(0);
  expect(refreshes, 'one at the start, one for all that were refused').toBe(2);
  await page.unrouteAll();
}

/** As a tab that asks for the session, until the returned function is called. */
async function holdSessionLock(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(
    () =>
      new Promise<{ release: () => void }>((resolve) => {
        void navigator.locks.request(
          'atrium-session',
          () => new Promise<void>((release) => resolve({ release: () => release() })),
        );
      }),
  );
  return () => held.evaluate(({ release }) => release());
}

function countWaiting(page: Page): Promise<number> {
  return page.evaluate(async () => (await navigator.locks.query()).pending?.length ?? 0);
}

async function signInAsAnother(page: Page, another: Person): Promise<void> {
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await expect(page).toHaveURL(/\/console\/login/);
  await signInByForm(page, another);
}

test('a session is one for all requests and all tabs of a browser', async ({
  page,
  context,
  productUrl,
  guard,
  signedIn,
}) => {
  const another = await registerPerson(productUrl);

  await test.step('requests that meet a 401 ask for one refresh and are replayed', async () => {
    await openDashboardWithRefusedToken(page);
    await expectDashboardOf(page, signedIn);
  });

  await test.step('a script of the document that comes after the program does not hold it up', async () => {
    const other = await context.newPage();
    await other.goto('/console/terms');
    const release = await holdSessionLock(other);
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
    await page.route('**/assets/early-*.js', async (route) => {
      await mayCome;
      await route.continue();
    });
    const came = page.waitForResponse('**/assets/early-*.js');
    await page.goto('/console/', { waitUntil: 'commit' });
    await expect.poll(() => countWaiting(other)).toBe(1);
    letCome();
    await (await came).finished();
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await release();
    await expectDashboardOf(page, signedIn);
    await page.unrouteAll();
    await other.close();
  });

  await test.step('a page that is reloaded before its refresh is answered stays signed in', async () => {
    for (let round = 0; round < 3; round += 1) {
      const asked = page.waitForRequest('**/auth/v1/token/refresh');
      await page.reload({ waitUntil: 'commit' });
      await asked;
    }
    await page.reload();
    await expectDashboardOf(page, signedIn);
  });

  const other = await context.newPage();
  await test.step('another user who signs in in one tab is signed in in both', async () => {
    await other.goto('/console/');
    await expectDashboardOf(other, signedIn);
    await signInAsAnother(other, another);
    await expectDashboardOf(other, another);
    await page.bringToFront();
    await expectDashboardOf(page, another);
    await expect(page.getByText(signedIn.email)).toHaveCount(0);
  });

  await test.step('signing out ends the session here and in the other tab', async () => {
    await other.bringToFront();
    await other.getByRole('banner').getByRole('link', { name: 'Usage', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
    await page.bringToFront();
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await expect(page).toHaveURL('/console/login');
    await expect(other, 'what was open there is not for the next person').toHaveURL('/console/login');
    await page.goto('/console/');
    await expect(page).toHaveURL(/\/console\/login/);
    await other.close();
  });

  guard.expectFault(/status of 503|net::ERR/);
  await test.step('a server that is away signs nobody out', async () => {
    await signInByForm(page, signedIn);
    await expectDashboardOf(page, signedIn);
    await page.route('**/auth/v1/token/refresh', (route) => route.fulfill({ status: 503, json: {} }));
    await page.goto('/console/usage');
    const alert = page
      .getByRole('alert')
      .filter({ hasText: 'Cannot reach the server. Check your connection and try again.' });
    await expect(alert).toBeVisible();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(alert).toBeVisible();
    await page.reload();
    await expect(alert).toBeVisible();
    await expect(page).toHaveURL('/console/usage');
    await page.unrouteAll();
    await alert.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { name: 'Usage', level: 1 })).toBeVisible();
  });

  await test.step('a log-out without the server is told, lets nobody in, and is made up for', async () => {
    await page.route('**/auth/v1/**', (route) => route.abort());
    await openOwn(page, 'Sign out');
    const note = page.getByText(
      'You are signed out here, but the server cannot be reached to end your session.',
    );
    await expect(note).toBeVisible();
    await expect(page).toHaveURL('/console/login');
    await page.goto('/console/usage');
    await expect(page).toHaveURL(/\/console\/login/);
    await expect(note).toBeVisible();
    const hasCookie = async () =>
      (await context.cookies('http://127.0.0.1/auth/v1/')).some(
        ({ name, value }) => name === 'atrium_refresh' && value !== '',
      );
    expect(await hasCookie(), 'nobody could take it away').toBe(true);
    await page.unrouteAll();
    await page.reload();
    await expect.poll(hasCookie, 'the session is ended').toBe(false);
    await expect(note).toBeHidden();
    await page.goto('/console/usage');
    await expect(page).toHaveURL(/\/console\/login/);
  });
});

test('what waited for a refresh is not sent as another user: the page reloads', async ({
  page,
  productUrl,
  signedIn,
}) => {
  const another = await registerPerson(productUrl);
  await page.goto('/console/profile');
  await expect(field(page, 'First name')).toHaveValue(signedIn.firstName);
  // Whatever else the page asks meanwhile must not tell it sooner: a reload would come before there is a change.
  const refused = Promise.withResolvers<void>();
  await page.route('**/auth/v1/token/refresh', async (route) => {
    await refused.promise;
    await route.fallback();
  });
  // The cookie of the session is replaced behind the page's back; the page's token ends.
  const { username, password } = another;
  const headers = { origin: new URL(productUrl).origin };
  const answer = await page.request.post('/auth/v1/login', { data: { username, password }, headers });
  expect(answer.status()).toBe(200);
  await page.route('**/auth/v1/user', async (route) => {
    if (route.request().method() !== 'PATCH') return route.fallback();
    await route.fulfill({ status: 401, json: { status: 401, message: 'Please sign in.' } });
    refused.resolve();
  });
  const sent = countRequests(page, 'PATCH', '/auth/v1/user');
  const reloaded = page.waitForEvent('load');
  await field(page, 'First name').fill('Written by the first');
  await page.getByRole('button', { name: 'Save name' }).click();
  await reloaded;
  await expect(field(page, 'First name')).toHaveValue(another.firstName);
  expect(sent(), 'the change was refused once, and not sent again').toBe(1);
});

test('what was being saved when the session ended is saved after signing in again', async ({
  page,
  context,
  signedIn,
}) => {
  await page.goto('/console/profile');
  await expect(field(page, 'First name')).toHaveValue(signedIn.firstName);
  await context.clearCookies();
  let isRefused = false;
  await page.route('**/auth/v1/user', async (route) => {
    if (isRefused || route.request().method() !== 'PATCH') return route.fallback();
    isRefused = true;
    await route.fulfill({ status: 401, json: { status: 401, message: 'Please sign in.' } });
  });
  const sent = countRequests(page, 'PATCH', '/auth/v1/user');
  await field(page, 'First name').fill('Grace');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(page).toHaveURL(/\/console\/login/);
  expect(sent()).toBe(1);
  await signInByForm(page, signedIn);
  await expect(page).toHaveURL('/console/profile');
  await expect.poll(sent).toBe(2);
  await expect(field(page, 'First name')).toHaveValue('Grace');
});
