import type { RawBuilder } from 'kysely';

/** Whose records are read. */
export interface Person {
  userId: string;
  domainId: string;
  username: string;
  email: string;
}

/** `true`: it is part of what a person gets; `flag`: only whether there is one; `without`: why it is not. */
type ColumnUse = true | { flag: string } | { without: string };

/** What one table holds of a person. Each column says what becomes of it: one that does not is a type error. */
interface PersonTable<Row> {
  /** Name of the list that it makes. */
  list: string;
  /** One sentence for the person. */
  about: string;
  /** The condition that finds the person's own rows. */
  whose: (person: Person) => RawBuilder<boolean>;
  /** Together unique. */
  order: readonly (keyof Row & string)[];
  columns: { [Column in keyof Row]-?: ColumnUse };
  /** What is worked out from a row. */
  derive?: (row: Record<string, unknown>) => Record<string, unknown>;
}

/** For every table what it holds of a person, or one sentence that says why none of it goes out. */
export type PersonTables<Tables> = { [Table in keyof Tables]: PersonTable<Tables[Table]> | string };

/** A description whose columns are known by their names only. */
export type AnyPersonTable = PersonTable<Record<string, unknown>>;

/** Those of the tables that go out, each with its name. */
export function toExported<Tables>(tables: PersonTables<Tables>): [string, AnyPersonTable][] {
  return Object.entries(tables).filter(
    (entry): entry is [string, AnyPersonTable] => typeof entry[1] !== 'string',
  );
}
