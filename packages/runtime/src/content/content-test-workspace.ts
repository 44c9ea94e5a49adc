import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import type { TestWorkspace, TestWorkspaces } from '../tests/test-workspace.ts';
import type { Content } from './content.service.ts';
import { contentOperations, type OnContentCall } from './content-operations.ts';
import { insertCopyForTest } from './entry.repository.ts';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  content: Content;
  /** Operations that change nothing. */
  others: ReadonlyMap<string, HostOperation>;
  onCall: OnContentCall;
}

/**
 * Returns each test its own content. Before its first change the domain's entries are copied into a temporary
 * table of one transaction, which is rolled back at the end: a test sees its own changes, and neither other
 * tests nor live calls ever see them or wait for them.
 */
export class ContentTestWorkspaces implements TestWorkspaces {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  open(domainId: string): TestWorkspace {
    const { db, content, others, onCall } = this.#parts;
    let copying: Promise<{ copy: Store; rollback: () => Promise<void> }> | undefined;
    const forWrite = async () => ({ copy: (await (copying ??= this.#copy(domainId))).copy });
    const forRead = async () => (copying ? (await forWrite()).copy : db);
    return {
      operations: new Map([...others, ...contentOperations(content, { forRead, forWrite }, onCall)]),
      async [Symbol.asyncDispose]() {
        if (copying)
          await copying.then(
            ({ rollback }) => rollback(),
            () => undefined,
          );
      },
    };
  }

  async #copy(domainId: string): Promise<{ copy: Store; rollback: () => Promise<void> }> {
    const transaction = await this.#parts.db.startTransaction().execute();
    const rollback = () => transaction.rollback().execute();
    try {
      await insertCopyForTest(transaction, domainId);
    } catch (error) {
      await rollback();
      throw error;
    }
    return { copy: transaction.withSchema('pg_temp'), rollback };
  }
}
