import { insertPriceRevision } from '../src/pricing/price-revision.repository.ts';
import { insertPriceRule } from '../src/pricing/price-rule.repository.ts';
import type { TestApp } from './support.ts';

/** Each call of a function of the service `shop` costs a cent. */
export async function priceCalls({ context: { db, random, pricing }, clock }: TestApp): Promise<void> {
  const ruleId = random.id();
  const subject = { service: 'shop', target: '*', metric: 'invoke', measure: 'COUNTER' } as const;
  await insertPriceRule(db, ruleId, subject, clock.now());
  await insertPriceRevision(db, { ruleId, startsOn: '2020-01-01', cents: '1', units: 1 }, clock.now());
  pricing.forgetPriceBook();
}
