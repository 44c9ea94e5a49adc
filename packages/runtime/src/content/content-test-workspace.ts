import type { Kysely } from 'kysely';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import type { TestWorkspaces } from '../tests/test-workspace.ts';
import { contentRepository } from './content.repository.ts';
import type { ContentService } from './content.service.ts';
import { contentOperations, type OnContentCall } from './content-operations.ts';

export interface WorkspaceOptions {
  db: Kysely<RuntimeDatabase>;
  content: ContentService;
  /** Operations that change nothing. */
  others: ReadonlyMap<string, HostOperation>;
  onCall: OnContentCall;
}

/**
 * Returns each test its own content. Before its first change the domain's entries are copied into a temporary
 * table of one transaction, which is rolled back at the end: a test sees its own changes, and neither other
 * tests nor live calls ever see them or wait for them.
 */
export function createTestWorkspaces({ db, content, others, onCall }: WorkspaceOptions): TestWorkspaces {
  return {
    open(domainId) {
      let copying: Promise<{ store: Store; rollback: () => Promise<void> }> | undefined;
      const copy = async () => {
        const transaction = await db.startTransaction().execute();
        const rollback = () => transaction.rollback().execute();
        try {
          await contentRepository.copyForTest(transaction, domainId);
        } catch (error) {
          await rollback();
          throw error;
        }
        return { store: transaction.withSchema('pg_temp'), rollback };
      };
      const forWrite = async () => (await (copying ??= copy())).store;
      const forRead = async () => (copying ? forWrite() : db);
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
    },
  };
}
