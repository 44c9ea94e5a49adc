import type { Page } from '@playwright/test';
import { inspectPage } from '../../support/accessibility.ts';
import { answerWithError, askEachAlone, countRequests } from '../../support/forms.ts';
import { expectLoaded } from '../../support/ready.ts';
import { expect, test } from '../../support/test.ts';

/** Keeps the stream of live events silent until the returned function is called: then it sends one event and ends. */
async function holdEvent(page: Page, event: string): Promise<() => void> {
  const told = Promise.withResolvers<void>();
  let streams = 0;
  await page.route('**/console/v1/events', async (route) => {
    streams += 1;
    // The second stream stays open, so that nothing but the event makes the page read again.
    await (streams === 1 ? told.promise : new Promise(() => undefined));
    await route.fulfill({ contentType: 'text/event-stream', body: `event: ${event}\ndata: {}\n\n` });
  });
  return told.resolve;
}

/** The first card of the dashboard has a description that is too long. */
async function lengthenDescription(page: Page): Promise<void> {
  await page.route('**/doc/v1/public/article/minimal/HOW_TO', async (route) => {
    const [first, ...others] = (await (await route.fetch()).json()) as { description: string }[];
    await route.fulfill({ json: [{ ...first, description: 'twelve chars '.repeat(20) }, ...others] });
  });
}

test('the dashboard shows every part, its cards, and the status of the cloud', async ({
  page,
  signedIn: _,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await askEachAlone(page);
  await lengthenDescription(page);
  await page.goto('/console/');

  await test.step('after the services the prices are loaded that hold for them', async () => {
    await expect.poll(() => asked).toContain('/console/v1/public/pricing');
    expect(asked).toContain('/services');
    expect(asked.indexOf('/console/v1/public/pricing')).toBeGreaterThan(asked.indexOf('/services'));
  });

  await test.step('the dashboard shows every part and holds in every look', async () => {
    for (const name of ['Getting Started', 'Usage', 'Invoices', 'Services status']) {
      await expect(page.getByRole('main').getByText(name, { exact: false }).first(), name).toBeVisible();
    }
    const guides = page.getByRole('region', { name: 'Getting Started' });
    await expect(guides.getByRole('listitem')).toHaveCount(3);
    await expectLoaded(page);
    await inspectPage(page, 'dashboard');
    await guides.getByRole('button', { name: 'All guides' }).click();
    await expect(guides.getByRole('link', { name: /^Check the system status/ })).toBeVisible();
    await guides.getByRole('button', { name: 'Fewer guides' }).click();
    await expect(guides.getByRole('listitem')).toHaveCount(3);
  });

  await test.step('the cloud status shows the real services with six columns', async () => {
    await page.getByRole('banner').getByRole('button', { name: 'Settings' }).click();
    await page.getByRole('menuitem', { name: 'System status' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cloud Status' });
    await expect(dialog.getByRole('columnheader')).toHaveText([
      'Name',
      'URI',
      'Service health',
      'Service version',
      'UI health',
      'UI version',
    ]);
    const row = dialog.getByRole('row').filter({ hasText: /hyper-dispatch/i });
    await expect(row).toContainText('UP');
    await inspectPage(page, 'cloud-status');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  });

  await test.step('cards cut their description at 150 characters on a word, and lead to their article', async () => {
    const text = page.getByText(/^twelve chars .*…$/);
    await expect(text).toBeVisible();
    const shown = (await text.innerText()).replace('…', '');
    expect(shown.length).toBeLessThanOrEqual(150);
    expect(shown, 'it ends with a whole word').toMatch(/(twelve|chars)$/);
    await page.unrouteAll();
    await page.getByRole('main').locator('a[href^="/console/doc/v1/article-view?id="]').first().click();
    await expect(page).toHaveURL(/\/console\/doc\/v1\/article-view\?id=/);
    await expect(page.getByRole('article')).toBeVisible();
  });
});

test('what fails on the dashboard is told in its place', async ({ page, guard, signedIn: _ }) => {
  guard.expectFault(/status of 50\d|ERR_/);
  await answerWithError(page, /^\/services\/[^/]+\/health$/, 503, { message: 'down' });
  await answerWithError(page, '/console/v1/billing/invoice', 500, { message: 'Usage is being counted.' });
  const asked = countRequests(page, 'GET', '/console/v1/billing/invoice');
  const tell = await holdEvent(page, 'billing');
  await page.goto('/console/');

  await test.step('a service that does not answer is listed with its error', async () => {
    await expect(page.getByText('Service error!').first()).toBeVisible();
  });

  await test.step('a failed part shows its own error alert and the others stay', async () => {
    const alert = page
      .getByRole('region', { name: 'Usage', exact: true })
      .getByRole('alert')
      .filter({ hasText: 'Usage is being counted.' });
    await alert.getByRole('button', { name: 'See more' }).click();
    await expect(alert).toContainText('e2e-request');
    await expect(page.getByText('Getting Started')).toBeVisible();
    // It is read again by itself; what the user has opened stays open meanwhile and afterwards.
    const before = asked();
    tell();
    await expect.poll(asked).toBeGreaterThan(before);
    await expect(alert.getByRole('button', { name: 'Retry' })).not.toHaveAttribute('aria-disabled');
    await expect(alert).toContainText('e2e-request');
  });
});

test('an event about money makes the dashboard read it again at once', async ({ page, signedIn: _ }) => {
  let cents = 0;
  await page.route('**/console/v1/billing/invoice', (route) =>
    route.fulfill({ json: { grandTotalCents: cents, services: [] } }),
  );
  const tell = await holdEvent(page, 'billing');
  await page.clock.install();
  await page.goto('/console/');
  await expect(page.getByText('$0.00').first()).toBeVisible();
  await page.clock.pauseAt(new Date(Date.now() + 5000));
  cents = 123_456;
  tell();
  await expect(async () => {
    // Far from the 30 s after which the page would ask by itself.
    await page.clock.runFor(20);
    await expect(page.getByText('1,234.56')).toHaveCount(2, { timeout: 500 });
  }).toPass();
});

test('without live events the page asks by itself', async ({ page, guard, signedIn: _ }) => {
  guard.expectFault(/ERR_FAILED|status of 50\d/);
  await page.clock.install();
  await page.route('**/console/v1/events', (route) => route.abort());
  await page.goto('/console/');
  await expect(page.getByText('Getting Started')).toBeVisible();
  await expect(page.getByText('Checking services ...')).toBeHidden();
  await expect(page.getByRole('main').getByRole('alert').filter({ visible: true })).toHaveCount(0);
  await answerWithError(page, /^\/services\/[^/]+\/health$/, 503, { message: 'down' });
  await page.route('**/console/v1/billing/invoice', (route) =>
    route.fulfill({ json: { grandTotalCents: 123_456, services: [] } }),
  );
  await expect(async () => {
    await page.clock.fastForward(31_000);
    await expect(page.getByText('Service error!').first()).toBeVisible({ timeout: 1000 });
    await expect(page.getByText('1,234.56')).toHaveCount(2, { timeout: 1000 });
  }).toPass();
});
