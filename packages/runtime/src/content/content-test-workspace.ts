import type { Kysely } from 'kysely';
import type { LiveConfigurations } from '../configuration/live-configuration.service.ts';
import { hasSameFiles, type NamedConfiguration } from '../configuration/named-configuration.ts';
import type { RuntimeDatabase, Store } from '../database/schema.ts';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import type { RunWorkspaces, TestWorkspace, TestWorkspaces } from '../tests/test-workspace.ts';
import type { Checks } from './checks.ts';
import { COLLECTIONS_FOLDER, CONTENT_SERVICE, readCollections } from './collections.ts';
import type { Content } from './content.service.ts';
import { contentOperations, type OnContentCall } from './content-operations.ts';
import { type Fill, TestEntries } from './test-entries.ts';
import { replaceConfiguredTestEntries } from './test-entry.repository.ts';

interface Parts {
  db: Kysely<RuntimeDatabase>;
  /** Connections that tests hold. */
  testDb: Kysely<RuntimeDatabase>;
  live: LiveConfigurations;
  content: Content;
  createId: () => string;
  checks: Pick<Checks, 'forImport'>;
  /** Operations that change nothing. */
  others: ReadonlyMap<string, HostOperation>;
  onCall: OnContentCall;
}

/**
 * Returns each test its own content: it sees its own changes, and neither other tests nor live calls ever see them or
 * wait for them. A run with a configuration of its own has that one's collections and entries; what people and functions
 * have written stays, as it does when a configuration becomes live.
 */
export class ContentTestWorkspaces implements TestWorkspaces {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async create(domainId: string, named: ReadonlyMap<string, NamedConfiguration>): Promise<RunWorkspaces> {
    const { live, content, checks } = this.#parts;
    // Fills a domain that comes for the first time: tests see what is there when they begin.
    const current = await live.get({ domainId, serviceId: CONTENT_SERVICE });
    const configuration = named.get(CONTENT_SERVICE);
    if (!configuration) return { open: () => this.#open(content) };
    const collections = await readCollections(configuration.contents, checks.forImport(domainId));
    const fill = hasSameFiles(COLLECTIONS_FOLDER, configuration, current)
      ? undefined
      : (transaction: Store, testId: string) =>
          replaceConfiguredTestEntries(transaction, testId, domainId, collections);
    return { open: () => this.#open(content.withConfiguration(configuration), fill) };
  }

  #open(content: Content, fill?: Fill): TestWorkspace {
    const { db, testDb, createId, others, onCall } = this.#parts;
    const entries = new TestEntries({ db, testDb, createId, fill });
    return {
      operations: new Map([...others, ...contentOperations(content, (work) => entries.use(work), onCall)]),
      get waitedMs() {
        return entries.waitedMs;
      },
      [Symbol.asyncDispose]: () => entries[Symbol.asyncDispose](),
    };
  }
}
