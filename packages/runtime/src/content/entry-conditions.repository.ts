import type { EntryCondition } from '@atrium/contract/service-api/functions/content-entry';
import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** Conditions of a query or an operation in SQL, on an entry whose document is `e.document`. */
export function toMatches(contained: Record<string, unknown>, conditions: readonly EntryCondition[]): Sql {
  const all = conditions.map(conditionOf);
  if (Object.keys(contained).length > 0) all.unshift(sql`e.document @> ${JSON.stringify(contained)}::jsonb`);
  return all.length === 0 ? sql`true` : sql.join(all, sql` and `);
}

function conditionOf({ path, operator, value }: EntryCondition): Sql {
  const field = sql`(e.document #> ${path}::text[])`;
  const given = sql`${JSON.stringify(value)}::jsonb`;
  const compared = (sign: string) =>
    sql`(jsonb_typeof(${field}) = ${typeof value === 'number' ? 'number' : 'string'} and ${field} ${sql.raw(sign)} ${given})`;
  switch (operator) {
    case '$eq':
      return sql`${field} = ${given}`;
    case '$ne':
      return sql`${field} is distinct from ${given}`;
    case '$lt':
      return compared('<');
    case '$lte':
      return compared('<=');
    case '$gt':
      return compared('>');
    case '$gte':
      return compared('>=');
    case '$contains':
      return sql`case jsonb_typeof(${field})
        when 'array' then ${field} @> ${given}
        when 'string' then strpos(lower(${field} #>> '{}'), lower(${String(value)})) > 0
        else false end`;
    case '$empty':
      return sql`(coalesce(${field}, 'null') in ('null', '""', '[]', '{}')) = ${value === true}`;
  }
}
