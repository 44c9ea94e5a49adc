import type { PersonRecords as RecordsResponse } from '@atrium/contract/service-api/person';
import { isUnreadableValue } from '@atrium/host/database/errors';
import { listExportedTables, listPersonRecords } from '@atrium/host/database/person-records';
import type { ExportedTable, PersonTables } from '@atrium/host/database/person-tables';
import { ValidationError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { SCHEMA } from '../database/connection.ts';
import type { RuntimeDatabase } from '../database/schema.ts';
import type { Caller } from '../host/service-token.ts';

/** Few, because a logged call has up to 16 KiB of input and as much of result and output. */
const PAGE = 100;

const NO_PAGE = 'There is no such page.';

/** Which list, and where in it. */
const Place = z.tuple([z.int().min(0), z.array(z.union([z.string(), z.number()])).optional()]);

interface Parts {
  db: Kysely<RuntimeDatabase>;
  tables: PersonTables<RuntimeDatabase>;
}

/** A person's data in the services of this runtime, for their download. */
export class PersonRecords {
  readonly #db: Kysely<RuntimeDatabase>;
  readonly #tables: PersonTables<RuntimeDatabase>;
  /** Read once, because a download has many pages. */
  #exported: ExportedTable[] | undefined;

  constructor({ db, tables }: Parts) {
    this.#db = db;
    this.#tables = tables;
  }

  async list(
    { userId, domainId }: Pick<Caller, 'domainId' | 'userId'>,
    after?: string,
  ): Promise<RecordsResponse> {
    const [index, place] = after === undefined ? [0, undefined] : readPlace(after);
    const tables = (this.#exported ??= await listExportedTables(this.#db, SCHEMA, this.#tables));
    const table = tables[index];
    if (table === undefined) throw new ValidationError(NO_PAGE);
    if (place && place.length !== table.order.length) throw new ValidationError(NO_PAGE);
    const person = { userId, domainId, username: '', email: '' };
    const query = { person, after: place, size: PAGE };
    const { records, next } = await listPersonRecords(this.#db, table, query).catch((error) => {
      throw isUnreadableValue(error) ? new ValidationError(NO_PAGE) : error;
    });
    const following = next ? [index, next] : index + 1 < tables.length ? [index + 1] : null;
    const { list, about } = table;
    return { list, about, records, next: following && JSON.stringify(following) };
  }
}

function readPlace(text: string): z.infer<typeof Place> {
  try {
    return Place.parse(JSON.parse(text));
  } catch {
    throw new ValidationError(NO_PAGE);
  }
}
