import type { PageRequest } from '@atrium/contract/paging';
import type { PlannedPrice, PriceRule } from '@atrium/contract/pricing/price-rule';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { trimDecimal } from './amount.ts';
import type { PriceSubject } from './price-revision.ts';

/** Live rules with the revision that applies now, or the first one to come. */
function selectRules(db: Store, today: string) {
  return db
    .selectFrom('priceRules as rule')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('priceRevisions as revision')
          .select(['cents', 'units', 'startsOn'])
          .whereRef('revision.ruleId', '=', 'rule.id')
          .where('cents', 'is not', null)
          .orderBy(sql`starts_on <= ${today}`, 'desc')
          .orderBy(sql`abs(starts_on - ${today}::date)`)
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .where('rule.removedOn', 'is', null)
    .select([
      'rule.id',
      'rule.service',
      'rule.target',
      'rule.metric',
      'rule.measure',
      'current.cents',
      'current.units',
      'current.startsOn',
    ]);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>['executeTakeFirstOrThrow']>>;

async function toPriceRules(db: Store, rows: RuleRow[], today: string): Promise<PriceRule[]> {
  const planned = await listPlannedPrices(
    db,
    rows.map(({ id }) => id),
    today,
  );
  return rows.map(({ cents, ...row }) => ({
    ...row,
    cents: trimDecimal(cents ?? '0'),
    planned: planned.get(row.id) ?? [],
  }));
}

/** Prices of the rules after `today`, by rule and day. */
async function listPlannedPrices(
  db: Store,
  ruleIds: string[],
  today: string,
): Promise<Map<string, PlannedPrice[]>> {
  const rows = await db
    .selectFrom('priceRevisions')
    .select(['ruleId', 'cents', 'units', 'startsOn'])
    .where('ruleId', '=', sql<string>`any(${ruleIds}::uuid[])`)
    .where('cents', 'is not', null)
    .where('startsOn', '>', today)
    .orderBy('ruleId')
    .orderBy('startsOn')
    .execute();
  const planned = new Map<string, PlannedPrice[]>();
  for (const { ruleId, cents, units, startsOn } of rows) {
    const ofRule = planned.get(ruleId) ?? [];
    planned.set(ruleId, ofRule);
    ofRule.push({ cents: trimDecimal(cents ?? '0'), units, startsOn });
  }
  return planned;
}

export async function findPriceRule(db: Store, id: string, today: string): Promise<PriceRule | undefined> {
  const rows = await selectRules(db, today).where('rule.id', '=', id).execute();
  const [rule] = await toPriceRules(db, rows, today);
  return rule;
}

/** Condition on a row named `rule`. */
const hasWords = (words: string[]) => sql<boolean>`not exists (
  select from unnest(${words}::text[]) as word
   where position(lower(word) in lower(concat_ws(' ', rule.service, rule.target, rule.metric, rule.measure))) = 0)`;

export async function listPriceRules(
  db: Store,
  words: string[],
  { page, size }: PageRequest,
  today: string,
): Promise<{ rules: PriceRule[]; total: number }> {
  const rows = await selectRules(db, today)
    .where(hasWords(words))
    .orderBy('rule.service')
    .orderBy('rule.target')
    .orderBy('rule.metric')
    .orderBy('rule.measure')
    .orderBy('rule.id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await db
    .selectFrom('priceRules as rule')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('removedOn', 'is', null)
    .where(hasWords(words))
    .executeTakeFirstOrThrow();
  return { rules: await toPriceRules(db, rows, today), total };
}

export async function insertPriceRule(
  db: Store,
  id: string,
  subject: PriceSubject,
  now: Date,
): Promise<void> {
  const { service, target, metric, measure } = subject;
  await db
    .insertInto('priceRules')
    .values({ id, service, target, metric, measure, createdOn: now })
    .execute();
}

/** Serializes changes of a rule. Returns false if it was deleted. */
export async function lockPriceRule(transaction: Store, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('priceRules')
    .select('id')
    .where('id', '=', id)
    .where('removedOn', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the rule as gone; its revisions stay for the days they priced. True when it was there. */
export async function deletePriceRule(db: Store, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('priceRules')
    .set({ removedOn: now })
    .where('id', '=', id)
    .where('removedOn', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
