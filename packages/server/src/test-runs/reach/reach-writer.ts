import { createHash } from 'node:crypto';
import type { ReachedFile } from '@atrium/contract/service-api/functions/test-reach';
import type { Kysely } from 'kysely';
import type { Database, Store } from '../../database/schema.ts';
import type { RunChange, TestChange } from '../test-result.repository.ts';
import {
  insertReachedFiles,
  insertReaches,
  listReachedFileIds,
  listReachIds,
  updatePassedFiles,
} from './reach.repository.ts';

/** Stores the reach of one run's tests. Rows of earlier runs are found and not stored again. */
export class ReachWriter {
  readonly #db: Kysely<Database>;
  readonly #run: { id: string; domainId: string };
  readonly #fileIds = new Map<ReachedFile, number>();
  readonly #reachIds = new Map<string, number>();
  readonly #passed = new Set<number>();

  constructor(db: Kysely<Database>, run: { id: string; domainId: string }) {
    this.#db = db;
    this.#run = run;
  }

  /**
   * Returns the changes with their reach ids. Uses its own transaction, because the run's transaction locks the run.
   */
  async keep<Change extends TestChange>(
    changes: readonly Change[],
  ): Promise<(Omit<Change, 'reach'> & { reachId: number | null })[]> {
    await this.#keepFiles(new Set(changes.flatMap(({ reach }) => reach ?? [])));
    const digests = changes.map(({ reach }) => reach && this.#toDigest(reach));
    const wanted = new Map(digests.flatMap((digest) => (digest ? [[digest.key, digest.fileIds]] : [])));
    for (const known of this.#reachIds.keys()) wanted.delete(known);
    await this.#keepReaches(wanted);
    return changes.map(({ reach: _, ...change }, index) => ({
      ...change,
      reachId: this.#reachIds.get(digests[index]?.key ?? '') ?? null,
    }));
  }

  /** In the transaction that stores the results. */
  async notePassed(transaction: Store, { now }: RunChange, changes: readonly TestChange[]): Promise<void> {
    const fileIds = new Set<number>();
    for (const { status, reach } of changes) {
      for (const file of (status === 'OK' && reach) || []) {
        const id = this.#fileIds.get(file);
        if (id !== undefined && !this.#passed.has(id)) fileIds.add(id);
      }
    }
    if (fileIds.size === 0) return;
    for (const id of fileIds) this.#passed.add(id);
    await updatePassedFiles(transaction, { ...this.#run, now }, [...fileIds]);
  }

  async #keepFiles(reached: ReadonlySet<ReachedFile>): Promise<void> {
    const files = [...reached].filter((file) => !this.#fileIds.has(file));
    if (files.length === 0) return;
    const { domainId } = this.#run;
    let ids = await listReachedFileIds(this.#db, domainId, files);
    if (ids.size < files.length) {
      await insertReachedFiles(
        this.#db,
        domainId,
        files.filter((_, index) => !ids.has(index)),
      );
      ids = await listReachedFileIds(this.#db, domainId, files);
    }
    for (const [index, file] of files.entries()) {
      const id = ids.get(index);
      if (id !== undefined) this.#fileIds.set(file, id);
    }
  }

  async #keepReaches(wanted: Map<string, readonly number[]>): Promise<void> {
    const note = (ids: ReadonlyMap<string, number>) => {
      for (const [digest, id] of ids) {
        this.#reachIds.set(digest, id);
        wanted.delete(digest);
      }
    };
    if (wanted.size === 0) return;
    const { domainId } = this.#run;
    note(await listReachIds(this.#db, domainId, [...wanted.keys()]));
    if (wanted.size === 0) return;
    await insertReaches(this.#db, domainId, wanted);
    note(await listReachIds(this.#db, domainId, [...wanted.keys()]));
  }

  #toDigest(reach: readonly ReachedFile[]): { key: string; fileIds: readonly number[] } {
    const fileIds = reach.flatMap((file) => this.#fileIds.get(file) ?? []).sort((a, b) => a - b);
    const hex = createHash('sha256').update(fileIds.join()).digest('hex');
    const key = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)];
    return { key: key.join('-'), fileIds };
  }
}
