import type { PageRequest } from '@atrium/contract/paging';
import type { PlannedPrice, PriceRule } from '@atrium/contract/pricing/price-rule';
import { sql } from 'kysely';
import type { Store } from '../database/schema.ts';
import { trimDecimal } from './amount.ts';
import type { PriceRevision, PriceSubject } from './price-book.ts';

/** Live rules with the revision that applies now, or the first one to come. */
function selectRules(db: Store, today: string) {
  return db
    .selectFrom('price_rules as rule')
    .innerJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('price_revisions as revision')
          .select(['cents', 'units', 'starts_on'])
          .whereRef('revision.rule_id', '=', 'rule.id')
          .where('cents', 'is not', null)
          .orderBy(sql`starts_on <= ${today}`, 'desc')
          .orderBy(sql`abs(starts_on - ${today}::date)`)
          .limit(1)
          .as('current'),
      (join) => join.onTrue(),
    )
    .where('rule.removed_on', 'is', null)
    .select([
      'rule.id',
      'rule.service',
      'rule.target',
      'rule.metric',
      'rule.measure',
      'current.cents',
      'current.units',
      'current.starts_on',
    ]);
}

type RuleRow = Awaited<ReturnType<ReturnType<typeof selectRules>['executeTakeFirstOrThrow']>>;

async function toPriceRules(db: Store, rows: RuleRow[], today: string): Promise<PriceRule[]> {
  const planned = await listPlannedPrices(
    db,
    rows.map(({ id }) => id),
    today,
  );
  return rows.map(({ starts_on, cents, ...row }) => ({
    ...row,
    cents: trimDecimal(cents ?? '0'),
    startsOn: starts_on,
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
    .selectFrom('price_revisions')
    .select(['rule_id', 'cents', 'units', 'starts_on'])
    .where('rule_id', '=', sql<string>`any(${ruleIds}::uuid[])`)
    .where('cents', 'is not', null)
    .where('starts_on', '>', today)
    .orderBy('rule_id')
    .orderBy('starts_on')
    .execute();
  const planned = new Map<string, PlannedPrice[]>();
  for (const { rule_id, cents, units, starts_on } of rows) {
    const ofRule = planned.get(rule_id) ?? [];
    planned.set(rule_id, ofRule);
    ofRule.push({ cents: trimDecimal(cents ?? '0'), units, startsOn: starts_on });
  }
  return planned;
}

export async function findPriceRule(db: Store, id: string, today: string): Promise<PriceRule | undefined> {
  const rows = await selectRules(db, today).where('rule.id', '=', id).execute();
  const [rule] = await toPriceRules(db, rows, today);
  return rule;
}

export async function listPriceRules(
  db: Store,
  { page, size }: PageRequest,
  today: string,
): Promise<{ rules: PriceRule[]; total: number }> {
  const rows = await selectRules(db, today)
    .orderBy('rule.service')
    .orderBy('rule.target')
    .orderBy('rule.metric')
    .orderBy('rule.measure')
    .orderBy('rule.id')
    .limit(size)
    .offset(page * size)
    .execute();
  const { total } = await db
    .selectFrom('price_rules')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('removed_on', 'is', null)
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
    .insertInto('price_rules')
    .values({ id, service, target, metric, measure, created_on: now })
    .execute();
}

/** Lets one change of a rule happen at a time. False when it was deleted. */
export async function lockPriceRule(transaction: Store, id: string): Promise<boolean> {
  const row = await transaction
    .selectFrom('price_rules')
    .select('id')
    .where('id', '=', id)
    .where('removed_on', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Marks the rule as gone; its revisions stay for the days they priced. True when it was there. */
export async function deletePriceRule(db: Store, id: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('price_rules')
    .set({ removed_on: now })
    .where('id', '=', id)
    .where('removed_on', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** One revision for a rule and day: the later one of a day counts. */
export async function insertPriceRevision(
  db: Store,
  revision: { ruleId: string; startsOn: string; cents: string | null; units: number },
  now: Date,
): Promise<void> {
  const values = { cents: revision.cents, units: revision.units, created_on: now };
  await db
    .insertInto('price_revisions')
    .values({ rule_id: revision.ruleId, starts_on: revision.startsOn, ...values })
    .onConflict((conflict) => conflict.columns(['rule_id', 'starts_on']).doUpdateSet(values))
    .execute();
}

/** Takes back the price planned for a day after `today`. True when there was one. */
export async function deletePlannedRevision(
  db: Store,
  ruleId: string,
  startsOn: string,
  today: string,
): Promise<boolean> {
  const row = await db
    .deleteFrom('price_revisions')
    .where('rule_id', '=', ruleId)
    .where('starts_on', '=', startsOn)
    .where('starts_on', '>', today)
    .returning('rule_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Takes back what was planned for days after `day`. */
export async function deleteLaterRevisions(db: Store, ruleId: string, day: string): Promise<void> {
  await db.deleteFrom('price_revisions').where('rule_id', '=', ruleId).where('starts_on', '>', day).execute();
}

/** Every revision of every rule, the removed ones included. */
export async function listPriceRevisions(db: Store): Promise<PriceRevision[]> {
  const rows = await db
    .selectFrom('price_revisions as revision')
    .innerJoin('price_rules as rule', 'rule.id', 'revision.rule_id')
    .select(['rule_id', 'service', 'target', 'metric', 'measure', 'starts_on', 'cents', 'units'])
    .orderBy('service')
    .orderBy('target')
    .orderBy('metric')
    .orderBy('measure')
    .orderBy('rule_id')
    .orderBy('starts_on')
    .execute();
  return rows.map(({ rule_id, starts_on, cents, units, ...subject }) => ({
    ...subject,
    ruleId: rule_id,
    startsOn: starts_on,
    price: cents === null ? null : { cents: trimDecimal(cents), units },
  }));
}
