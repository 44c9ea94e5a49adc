import { EXPORTS_PER_DAY } from '@atrium/contract/accounts/data-export';
import { listExportedTables, listPersonRecords } from '@atrium/host/database/person-records';
import type { Person, PersonTables } from '@atrium/host/database/person-tables';
import { TooManyRequestsError, UnauthenticatedError } from '@atrium/host/errors';
import type { Kysely } from 'kysely';
import type { Audit } from '../../audit/audit.service.ts';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/schema.ts';
import type { Caller } from '../../http/caller.ts';
import { listJobsAbout } from '../../jobs/person-record.repository.ts';
import { sendMailJob } from '../../mail/send-mail.job.ts';
import { findOwnUser, lockUser } from './user.repository.ts';

/** Read at a time: the whole is never in memory. */
const PAGE = 500;
const DAY_MS = 86_400_000;
const ACTION = 'account.export';

/** A part of a list; the parts of one follow each other. */
export interface ListPart {
  list: string;
  about: string;
  records: object[];
}

export interface DataExport {
  username: string;
  exportedOn: Date;
  parts: AsyncIterable<ListPart>;
}

export interface DataExportsParts {
  db: Kysely<Database>;
  clock: Clock;
  audit: Audit;
  tables: PersonTables<Database>;
  services: { listPersonRecords(caller: Caller): AsyncGenerator<ListPart> };
}

/** Everything that the platform holds of a person, for them to take away. */
export class DataExports {
  readonly #parts: DataExportsParts;

  constructor(parts: DataExportsParts) {
    this.#parts = parts;
  }

  /** Throws before anything is sent if the services cannot be reached, or too much was downloaded today. */
  async export(caller: Caller): Promise<DataExport> {
    const { db, clock, services } = this.#parts;
    const account = await findOwnUser(db, caller);
    if (account === undefined) throw new UnauthenticatedError();
    const ofServices = services.listPersonRecords(caller);
    const first = await ofServices.next();
    await this.#record(caller);
    const lists = this.#list(account);
    return {
      username: account.username,
      exportedOn: clock.now(),
      parts: (async function* () {
        yield* lists;
        if (first.done !== true) yield first.value;
        yield* ofServices;
      })(),
    };
  }

  async *#list(person: Person): AsyncGenerator<ListPart> {
    const { db, tables } = this.#parts;
    for (const table of await listExportedTables(db, 'public', tables)) {
      const { list, about } = table;
      let after: unknown[] | undefined;
      do {
        const page = await listPersonRecords(db, table, { person, after, size: PAGE });
        yield { list, about, records: page.records };
        after = page.next;
      } while (after !== undefined);
    }
    yield* this.#listMails(person);
  }

  /** Without their texts, which are not kept. */
  async *#listMails({ userId, username, email }: Person): AsyncGenerator<ListPart> {
    const naming = [
      { userId },
      { email },
      { oldEmail: email },
      { to: email },
      { name: email },
      { name: username },
    ];
    let after: string | undefined;
    do {
      const records = await listJobsAbout(this.#parts.db, sendMailJob.name, naming, { after, size: PAGE });
      yield { list: 'mails', about: 'E-mails that were sent to you lately, or wait to be sent.', records };
      after = records.length < PAGE ? undefined : records.at(-1)?.id;
    } while (after !== undefined);
  }

  /** Concurrent requests are serialized. */
  async #record(caller: Caller): Promise<void> {
    const { db, clock, audit } = this.#parts;
    await db.transaction().execute(async (transaction) => {
      await lockUser(transaction, caller);
      const since = new Date(clock.now().getTime() - DAY_MS);
      if ((await audit.count(transaction, { caller, action: ACTION, since })) >= EXPORTS_PER_DAY) {
        throw new TooManyRequestsError(
          `Your data can be downloaded ${EXPORTS_PER_DAY} times a day. Please try again tomorrow.`,
          DAY_MS / 1000,
        );
      }
      const message = 'Downloaded everything that the platform holds about them';
      await audit.record(transaction, { caller, action: ACTION, message });
    });
  }
}
