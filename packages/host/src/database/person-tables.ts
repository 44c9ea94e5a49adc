import { type RawBuilder, sql } from 'kysely';
import type { SecretColumn } from './columns.ts';

/** The person whose records are read. */
export interface Person {
  userId: string;
  domainId: string;
  username: string;
  email: string;
}

/** The condition for rows of the person's domain that have the person in a column. */
export function ownedBy(column: string): (person: Person) => RawBuilder<boolean> {
  return ({ domainId, userId }) => sql`domain_id = ${domainId} and ${sql.ref(column)} = ${userId}`;
}

/** A sentence: why the column isn't exported. `flag`: only whether it has a value, under this name. */
type Exception = string | { flag: string };

type Exceptions<Row> = { [Column in keyof Row]?: Exception } & {
  [Column in SecretColumn<Row>]-?: Exception;
};

/** The records of a person in one table. All columns are exported, except those named. */
interface PersonTableBase<Row> {
  /** Name of the list in the export. */
  list: string;
  /** Description for the person, in one sentence. */
  about: string;
  /** The condition that finds the person's own rows. */
  whose: (person: Person) => RawBuilder<boolean>;
  /** Together unique. */
  order: readonly (keyof Row & string)[];
  /** Required for columns with secrets or bytes. */
  except?: Exceptions<Row>;
  /** Adds computed properties. */
  derive?: (row: Record<string, unknown>) => Record<string, unknown>;
}

type PersonTable<Row> = [SecretColumn<Row>] extends [never]
  ? PersonTableBase<Row>
  : PersonTableBase<Row> & { except: Exceptions<Row> };

/** For every table its records of a person, or one sentence that says why none of them are exported. */
export type PersonTables<Tables> = { [Table in keyof Tables]: PersonTable<Tables[Table]> | string };

/** A description whose columns are known by name only. */
export interface AnyPersonTable extends Omit<PersonTableBase<Record<string, unknown>>, 'except'> {
  except?: Record<string, Exception>;
}

/** A table with the columns that are read for an export. */
export interface ExportedTable extends AnyPersonTable {
  table: string;
  columns: string[];
  except: Record<string, Exception>;
}
