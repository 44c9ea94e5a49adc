import { listInvoices } from '@atrium/contract/billing/invoice';
import { getUsage, getVirtualCash } from '@atrium/contract/billing/usage';
import { expect, test } from 'vitest';
import { buildUser } from '../../test/factories.ts';
import { startTestApp } from '../../test/support.ts';
import { demoPeople } from '../accounts/people/demo-people.ts';
import { toCaller } from '../accounts/people/people.seed.ts';
import { seed } from '../demo/seed.ts';

test('the demo has three months of invoices, and filling it again changes nothing', async () => {
  await using server = await startTestApp();
  await seed(server.context);
  await seed(server.context);
  const as = toCaller(demoPeople.ada);
  const { content } = await server.call(listInvoices, { body: {} }, { as });
  expect(content.map(({ period, paid }) => [period.start, paid])).toEqual([
    ['2026-10-01', false],
    ['2026-09-01', true],
    ['2026-08-01', true],
  ]);
  const [open] = content;
  expect(open?.amount).toBeGreaterThan(0);
  expect(open?.bill.services.map(({ service }) => service.name)).toEqual(['Functions']);
  expect(await server.call(getVirtualCash, {}, { as })).toBe(0);
  expect((await server.call(getUsage, {}, { as })).grandTotalCents).toBeGreaterThan(0);
});

test('the demo is not filled in beside customers', async () => {
  await using server = await startTestApp();
  const customer = await buildUser(server.context);
  await expect(seed(server.context)).rejects.toThrow(
    /^The demo is only filled into an installation without customers/,
  );
  const domains = await server.context.db.selectFrom('domains').select('id').execute();
  expect(domains).toEqual([{ id: customer.domainId }]);
});
