import { expect, test } from '../../support/test.ts';

// A trace runs a script in each frame; the frame of a mail refuses scripts, and says so.
test.use({ trace: 'off' });

test('the HTML part of a mail leads to the same page as its text', async ({
  page,
  customer,
  signedInAdmin: _,
}) => {
  // The mailbox is shared: mails that others received in the meantime are ignored.
  await page.route('**/console/v1/dev/mailbox', async (route) => {
    const mails = (await (await route.fetch()).json()) as { to: string }[];
    await route.fulfill({ json: mails.filter(({ to }) => to === customer.email) });
  });
  await page.goto('/console/dev/mailbox');
  const title = new RegExp(`\\(${customer.email},`);
  const card = page.getByRole('main').locator('section', { has: page.getByRole('heading', { name: title }) });
  const link = card.getByRole('link', { name: /\/console\/confirm\?token=/ });
  const address = await link.getAttribute('href');
  await card.getByRole('tab', { name: 'HTML' }).click();
  const mail = card.frameLocator('iframe');
  await expect(mail.getByText(customer.firstName).first()).toBeVisible();
  await expect(mail.locator(`a[href="${address}"]`).first()).toBeVisible();
  await expect(mail.locator('script')).toHaveCount(0);
});
