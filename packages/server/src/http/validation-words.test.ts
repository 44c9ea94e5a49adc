import { createAddress } from '@atrium/contract/billing/address';
import { getInvoice, listInvoices } from '@atrium/contract/billing/invoice';
import { savePriceRule } from '@atrium/contract/pricing/price-rule';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';

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
