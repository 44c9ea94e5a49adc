/** Rows of one statement, where they are not many columns wide: PostgreSQL takes at most 65,535 parameters. */
const MOST_ROWS = 1_000;

/** Rows in portions that one statement takes each, in their order. */
export function* portionsOf<Row>(rows: readonly Row[], most = MOST_ROWS): Generator<Row[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}
