import { inspectPage } from '../../support/accessibility.ts';
import { CARDS, fillCard, unusedCard } from '../../support/cards.ts';
import {
  countRequests,
  expectErrorDialog,
  expectFlagged,
  field,
  fillFields,
  loseResponse,
} from '../../support/forms.ts';
import { apiOf, registerPerson } from '../../support/personas.ts';
import { expect, test } from '../../support/test.ts';

const address = { City: 'Wien', ZIP: '1010', Address: 'Ringstraße 1' };

test('payment: set-up, cards and addresses', async ({ page, guard, signedIn: _ }) => {
  await test.step('first set-up saves card and address together, gives the credit and starts the console anew', async () => {
    await page.goto('/console/payment');
    await expect(
      page.getByText(/Fill in the form below, to get your \$ \d+\.\d\d free credits!/),
    ).toBeVisible();
    const sent = countRequests(page, 'POST', '/console/v1/billing/setup/bonus');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectFlagged(page, ['Name on card', 'Country', 'City', 'ZIP', 'Address']);
    await expect(page.getByText('Please enter your card details.')).toBeVisible();
    expect(sent(), 'nothing is sent while an error is shown').toBe(0);

    await fillFields(page, { 'Name on card': 'Ada Marin', ...address });
    await field(page, 'Country').selectOption({ label: 'Austria' });
    await fillCard(page, CARDS.unknown);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByText('Your card number is not a test card.')).toBeVisible();
    expect(sent()).toBe(0);

    await fillCard(page, unusedCard());
    await field(page, 'Company VAT').fill('ATU00000000');
    await page.getByRole('button', { name: 'Save' }).click();
    await expectErrorDialog(page, 'This is not a valid VAT number of the country.');
    await expectFlagged(page, ['Company VAT']);
    await field(page, 'Company VAT').fill('');
    const before = sent();
    await page.getByRole('button', { name: 'Save' }).dblclick();
    await page.waitForURL('**/console/');
    expect(sent() - before, 'a double click is sent once').toBe(1);
    await expect(page.getByText('$50.00', { exact: true })).toBeVisible();
  });

  await test.step('cards: add, default, delete', async () => {
    await page.getByRole('banner').getByRole('link', { name: 'Payment info' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Information' })).toBeVisible();
    const cards = page.getByRole('table', { name: 'Cards' });
    await expect(cards.getByRole('row', { name: /\*{4} 4242.*12\/2030.*Default/ })).toBeVisible();

    await page.getByRole('button', { name: 'Add Card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Card' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expectFlagged(dialog, ['Name on card']);
    await field(dialog, 'Name on card').fill('Bo Marin');
    await fillCard(dialog, CARDS.declines);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await cards.getByRole('button', { name: 'Make default: card ending in 0002' }).click();
    await expect(cards.getByRole('row', { name: /0002/ })).toContainText('Default');
    await expect(cards.getByRole('button', { name: /^Make default/ })).toHaveCount(1);
    await cards.getByRole('button', { name: 'Delete card ending in 0002' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expectErrorDialog(page, 'This is your default. Make another one the default first.');
    await cards.getByRole('button', { name: 'Make default: card ending in 4242' }).click();
    await expect(cards.getByRole('row', { name: /4242/ })).toContainText('Default');
    await cards.getByRole('button', { name: 'Delete card ending in 0002' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(cards.getByRole('row', { name: /0002/ })).toHaveCount(0);
  });

  await test.step('a card is added once, however often Save is clicked and though its answer was lost', async () => {
    const cards = page.getByRole('table', { name: 'Cards' });
    await expect(cards.getByRole('row'), 'the header and one card').toHaveCount(2);
    const tokens = countRequests(page, 'POST', '/console/v1/public/test-provider/token');
    const sent = countRequests(page, 'POST', '/console/v1/card/create');
    const isTokenAsked = Promise.withResolvers<void>();
    const mayTokenCome = Promise.withResolvers<void>();
    await page.route('**/test-provider/token', async (route) => {
      isTokenAsked.resolve();
      await mayTokenCome.promise;
      await route.continue();
    });
    guard.expectFault(/ERR_FAILED/);
    await page.route('**/card/create', loseResponse, { times: 1 });
    await page.getByRole('button', { name: 'Add Card' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add Card' });
    await field(dialog, 'Name on card').fill('Bo Marin');
    await fillCard(dialog, CARDS.succeeds);
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.dblclick();
    await isTokenAsked.promise;
    await save.click({ force: true });
    mayTokenCome.resolve();
    await expectErrorDialog(page, 'Cannot reach the server. Check your connection and try again.');
    await save.click();
    await expect(dialog).toBeHidden();
    await expect(cards.getByRole('row')).toHaveCount(3);
    expect([tokens(), sent()], 'one token, sent again with it').toEqual([1, 2]);
  });

  await test.step('addresses: add, edit', async () => {
    const addresses = page.getByRole('table', { name: 'Addresses' });
    await page.getByRole('button', { name: 'Add Address' }).click();
    const form = page.getByRole('dialog', { name: 'Add Address' });
    await fillFields(form, { City: 'Graz', ZIP: '8010', Address: 'Hauptplatz 2' });
    await field(form, 'Country').selectOption({ label: 'Austria' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(addresses.getByRole('row', { name: /Austria Graz Hauptplatz 2 8010/ })).toBeVisible();
    await addresses.getByRole('button', { name: 'Edit address Hauptplatz 2' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Address' });
    await field(edit, 'Address').fill('Hauptplatz 3');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(addresses.getByRole('row', { name: /Hauptplatz 3/ })).toBeVisible();
    await inspectPage(page, 'payment-information');
  });

  await test.step('an address of long words breaks no row', async () => {
    const addresses = page.getByRole('table', { name: 'Addresses' });
    await page.getByRole('button', { name: 'Add Address' }).click();
    const form = page.getByRole('dialog', { name: 'Add Address' });
    const long = (letter: string) => letter.repeat(200);
    await fillFields(form, { City: long('c'), ZIP: '1', Address: long('a'), 'Company name': long('n') });
    await field(form, 'Country').selectOption({ label: 'Austria' });
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form).toBeHidden();
    const box = await addresses.getByRole('row', { name: long('a') }).boundingBox();
    const card = await page.getByRole('region', { name: 'Addresses' }).boundingBox();
    expect(box?.width).toBeLessThanOrEqual(card?.width ?? 0);
    expect(box?.height).toBeLessThan(320);
    await inspectPage(page, 'payment-long-address');
  });

  await test.step('without a card the welcome form is back, and promises no credit a second time', async () => {
    const cards = page.getByRole('table', { name: 'Cards' });
    for (const left of [cards.getByRole('row').last(), cards.getByRole('row').nth(1)]) {
      await left.getByRole('button', { name: /^Delete card/ }).click();
      const question = page.getByRole('alertdialog');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(question).toBeHidden();
    }
    await expect(page.getByRole('heading', { name: 'Welcome' })).toBeVisible();
    await expect(page.getByText('Fill in the form below to add your payment details.')).toBeVisible();
  });
});

test('a card that has had the free credits gives none again, and says so', async ({
  page,
  productUrl,
  signedIn: _,
}) => {
  const number = unusedCard();
  const other = await apiOf(productUrl, await registerPerson(productUrl));
  const body = { number, expMonth: 12, expYear: 2030, cvc: '123' };
  const { token } = await other.must<{ token: string }>(
    'POST',
    '/console/v1/public/test-provider/token',
    body,
  );
  const place = { addressCountry: 'AT', addressCity: 'Wien', addressLine1: 'Ring 1', addressZip: '1010' };
  const card = { token, cardHolderName: 'Ada' };
  expect(await other.must('POST', '/console/v1/billing/setup/bonus', { card, address: place })).toMatchObject(
    {
      freeTierCents: 5000,
    },
  );

  await page.goto('/console/payment');
  await expect(page.getByText('They are given once for each card.')).toBeVisible();
  await fillFields(page, { 'Name on card': 'Ada Marin', ...address });
  await field(page, 'Country').selectOption({ label: 'Austria' });
  await fillCard(page, number);
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog', { name: 'Payment is set up, without free credits' });
  await inspectPage(page, 'payment-without-credit');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.waitForURL('**/console/');
});
