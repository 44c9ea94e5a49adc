import { createAccessKey } from '@atrium/contract/access-keys/access-key';
import { createAddress } from '@atrium/contract/billing/address';
import { createCard } from '@atrium/contract/billing/card';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { saveBonus } from '@atrium/contract/pricing/bonus';
import { savePriceRule } from '@atrium/contract/pricing/price-rule';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';

test('a value that is too long or too great is told so, once', async () => {
  await using server = await startTestApp();
  const as = await buildUser(server.context, { isAdmin: true });
  const refused = async (...[endpoint, parts]: Parameters<typeof server.request>) =>
    (await server.request(endpoint, parts, { as })).json().errors;
  const long = 'x'.repeat(20_001);
  expect(await refused(createCard, { body: { token: 't', cardHolderName: long } })).toEqual([
    { field: 'cardHolderName', defaultMessage: 'Use at most 200 characters.' },
  ]);
  expect(await refused(createAccessKey, { body: { id: long, key: long } })).toEqual([
    { field: 'id', defaultMessage: 'Use at most 120 characters.' },
    { field: 'key', defaultMessage: 'Use at most 20000 characters.' },
  ]);
  expect(await refused(saveBonus, { body: { key: long, cents: 1e20 } })).toEqual([
    { field: 'key', defaultMessage: 'Use at most 120 characters.' },
    { field: 'cents', defaultMessage: 'Enter at most 1000000000 cents.' },
  ]);
  expect(await refused(saveBonus, { body: { key: 'B', cents: -0.5 } })).toEqual([
    { field: 'cents', defaultMessage: 'Enter a whole number of cents, 0 or more.' },
  ]);
  const rule = { service: 's', target: '*', metric: 'm', measure: 'COUNTER', cents: 1, units: 1e30 };
  expect(await refused(savePriceRule, { body: rule })).toEqual([
    { field: 'units', defaultMessage: 'Enter at most 9007199254740991 units.' },
  ]);
});

test('a refused value is told in a sentence, with the field that it is in', async () => {
  await using server = await startTestApp();
  const as = await buildUser(server.context, { isAdmin: true });
  const refused = async (...[endpoint, parts]: Parameters<typeof server.request>) =>
    (await server.request(endpoint, parts, { as })).json().errors;
  expect(await refused(getInvoice, { params: { id: 'x' } })).toEqual([
    { field: 'id', defaultMessage: 'This is not a valid ID.' },
  ]);
  expect(await refused(listInvoices, { body: { page: -1, size: 'x' } })).toEqual([
    { field: 'page', defaultMessage: 'At least 0.' },
    { field: 'size', defaultMessage: 'This must be a number.' },
  ]);
  expect(await refused(createAddress, {})).toEqual([
    {
      field: 'body',
      defaultMessage: expect.stringMatching(/^(Please enter a value|This must be an object)\.$/),
    },
  ]);
  // A schema's own message takes precedence.
  const rule = {
    service: 's',
    target: '*',
    metric: 'm',
    measure: 'MILES',
    cents: 1,
    units: 1,
    startsOn: 'soon',
  };
  expect(await refused(savePriceRule, { body: rule })).toEqual([
    { field: 'measure', defaultMessage: 'Measure must be COUNTER, MEMORY or TIMER.' },
    { field: 'startsOn', defaultMessage: 'This is not a valid date (YYYY-MM-DD).' },
  ]);
});
