import { sql } from 'kysely';
import type { Store } from '../../database/schema.ts';
import { partOf } from './usage-part-name.ts';

/**
 * Whether a part has an event that is needed for a bill or was billed since a day: of a month that is not invoiced
 * completely, or of a domain that has not paid its invoice of it. Asks for each unpaid invoice, not for each event.
 */
export async function hasNeededEvents(db: Store, month: string, before: string): Promise<boolean> {
  const part = sql.table(partOf(month));
  const { rows } = await sql<{ isNeeded: boolean }>`
    with recursive months as (
      select date_trunc('month', min(billed_day))::date as start from ${part}
      union all
      select (select date_trunc('month', min(billed_day))::date from ${part}
        where billed_day >= months.start + interval '1 month')
      from months where months.start is not null
    ), billed as (
      select start, to_char(start, 'YYYY-MM') as month from months where start is not null
    )
    select coalesce((select max(billed_day) from ${part}) >= ${before}::date, false)
      or exists (select from billed where not exists (
        select from billing_periods where billing_periods.month = billed.month and invoiced_on is not null))
      or exists (
        select from billed join invoices using (month)
        cross join generate_series(start, start + interval '1 month' - interval '1 day', interval '1 day') as day
        where paid_on is null and grand_total_cents > discount_cents and exists (
          select from ${part} as used
          where used.billed_day = day::date and used.domain_id = invoices.domain_id))
      as is_needed`.execute(db);
  return rows[0]?.isNeeded ?? true;
}
