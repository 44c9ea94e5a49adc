import { sql } from 'kysely';
import { DURATION_COUNTS } from './duration-counts.ts';

const PLACES = Array.from({ length: DURATION_COUNTS }, (_, index) => sql.raw(String(index + 1)));

/** Adds the counts of a row to existing ones, in `on conflict do update`. */
export function toAddedDurations(table: 'functionDay' | 'serviceHour') {
  const sums = PLACES.map(
    (at) => sql`${sql.ref(`${table}.durations`)}[${at}] + ${sql.ref('excluded.durations')}[${at}]`,
  );
  return sql<number[]>`array[${sql.join(sums)}]`;
}

/** The counts of all rows together. */
export function toDurationSums() {
  return sql<number[]>`array[${sql.join(PLACES.map((at) => sql`sum(durations[${at}])`))}]::float8[]`;
}
