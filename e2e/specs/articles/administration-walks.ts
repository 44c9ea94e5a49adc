import { field, fillFields } from '../../support/forms.ts';
import { CLIENT, startIdentityProvider } from '../../support/identity-provider.ts';
import { expect } from '../../support/test.ts';
import {
  all,
  dialog,
  inMap,
  inSettings,
  leave,
  press,
  pressOf,
  question,
  save,
  see,
  words,
} from './steps.ts';
import type { Step, Walks } from './walk.ts';

const openTab =
  (name: string): Step =>
  ({ page }) =>
    page.getByRole('tab', { name }).click();

/** The page of the customer that was made for this test: others are looked at elsewhere at the same time. */
const openCustomer: Step = async ({ page, person }) => {
  await field(page, 'Find').fill(person.username);
  await page.getByRole('main').getByRole('button', { name: 'Search', exact: true }).click();
  await page.getByRole('table', { name: 'Customers' }).getByRole('link').first().click();
  await expect(page.getByRole('tab', { name: 'Credits' })).toBeVisible();
};

const searchPrices: Step = async ({ page }, label) => {
  await field(page, 'Find').fill('hyper-dispatch invoke counter');
  await page.getByRole('main').getByRole('button', { name: label, exact: true }).click();
  await expect(page.getByRole('row', { name: /hyper-dispatch Any \* invoke Calls COUNTER/ })).toBeVisible();
};

const openPrice: Step = async ({ page }) => {
  await page.getByRole('button', { name: 'New pricing' }).click();
  await fillFields(dialog('New pricing')(page), {
    Service: 'hyper-dispatch',
    Metric: 'invoke',
    Cents: '3',
    Units: '100',
  });
};

const choosePublicKey: Step = async ({ page }, label) => {
  const adding = dialog('New access key')(page);
  await adding.getByRole('radio', { name: new RegExp(`^${label}`) }).check();
  await expect(field(adding, 'Key')).toBeVisible();
};

/** Of a provider that is there for that only: it is gone afterwards. */
const testProvider: Step = async (stage, label) => {
  const { page, productUrl, person } = stage;
  await using provider = await startIdentityProvider(productUrl);
  const name = `Provider ${person.username}`;
  await page.getByRole('button', { name: 'New identity provider' }).first().click();
  const adding = dialog('New identity provider')(page);
  await fillFields(adding, {
    Name: name,
    Issuer: provider.issuer,
    'Client ID': CLIENT.id,
    'Client secret': CLIENT.secret,
  });
  await adding.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('button', { name: `${label} ${name}` }).click();
  await expect(dialog(`Test of ${name}`)(page)).toContainText('The provider works');
  await leave('Close')(stage, label);
  await page.getByRole('button', { name: `Delete identity provider ${name}` }).click();
  await question(page).getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('button', { name: `${label} ${name}` })).toHaveCount(0);
};

/** What administrators do, and what else they see of the platform. */
export const administrationWalks: Walks = {
  'access-keys': [
    ['Account → Your access keys', inMap('Your access keys')],
    ['New access key', press(dialog('New access key'))],
    ['Create', all(press(words('Please choose at least one permission.'), dialog()), leave('Cancel'))],
    ['New access key', press(dialog('New access key'))],
    ['Public key', all(choosePublicKey, leave('Cancel'))],
    ['Settings → Access Keys', inSettings('Access Keys')],
    ['Add Access Key', all(press(dialog('Add Access Key')), leave('Cancel'))],
  ],
  'system-status': [
    ['Settings → System status', all(inSettings('Cloud Status'), leave('Close'))],
    ['Platform', inMap('Platform')],
  ],
  'administer-customers': [
    ['Customers', all(inMap('Customers'), openCustomer)],
    ['Give a credit', all(openTab('Credits'), press(dialog('Give a credit')), leave('Cancel'))],
    ['Act as', all(openTab('People'), pressOf(dialog(/^Act as/)), leave('Cancel'))],
    ['Lock', all(press(dialog(/^Lock /)), leave('Cancel'))],
    ['Audit', inMap('Audit')],
    ['Export CSV', save],
  ],
  'set-prices': [
    ['Pricing', inMap('Pricing')],
    ['New pricing', press(dialog('New pricing'))],
    ['Search', all(leave('Cancel'), searchPrices)],
    ['Impact on last invoices', all(openPrice, see('heading'), leave('Cancel'))],
    ['Bonus', inMap('Bonus')],
    ['New bonus', all(press(dialog('New bonus')), leave('Cancel'))],
  ],
  'identity-providers': [
    ['People', inMap('People')],
    ['New identity provider', all(press(dialog('New identity provider')), leave('Cancel'))],
    ['Test', testProvider],
    ['Identity providers', inMap('Identity providers')],
  ],
};
