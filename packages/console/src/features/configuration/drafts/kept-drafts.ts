import { type DraftPlace, deleteDraft, readDraft, saveDraft } from './draft-store.ts';
import { asideKey, type MergeDraft } from './merge-draft.ts';
import { isSettled } from './submitted-drafts.ts';

export interface FoundDrafts {
  readonly drafts: readonly MergeDraft[];
  /** Key of another pull that has some of them. */
  readonly otherKey: string | undefined;
}

/** Finds the drafts of this pull, and the newest ones of the same file, which another pull may have. */
export async function findDrafts(key: string, newestKey: string, local: string): Promise<FoundDrafts> {
  const own = await readKept(key, local);
  const newest = await readDraft<string>(newestKey);
  const others = newest === undefined || newest === key ? [] : await readKept(newest, local);
  return { drafts: [...own, ...others], otherKey: others.length === 0 ? undefined : newest };
}

/** Returns the drafts under a pull's key: the current one, and the ones it replaced. */
export async function readKept(key: string, local: string): Promise<readonly MergeDraft[]> {
  const draft = await readDraft<MergeDraft>(key);
  // Don't offer drafts that the user skipped for a draft that is live by now.
  if (draft && isSettled(draft, local)) return [];
  const aside = (await readDraft<MergeDraft[]>(asideKey(key))) ?? [];
  return draft ? [draft, ...aside] : aside;
}

/** Saves work as the file's newest draft, also for later pulls. Resolves to the storage used. */
export function keepDraft(key: string, newestKey: string, work: MergeDraft): Promise<DraftPlace> {
  const saved = saveDraft(key, work);
  void saveDraft(newestKey, key);
  return saved;
}

export async function keepAside(key: string, drafts: readonly MergeDraft[]): Promise<DraftPlace> {
  if (drafts.length > 0) return saveDraft(asideKey(key), drafts);
  await deleteDraft(asideKey(key));
  return 'browser';
}

export function dropKept(key: string): void {
  void deleteDraft(key);
  void deleteDraft(asideKey(key));
}

/** Later pulls find no draft, unless another tab has kept work of yet another pull. */
export async function forgetNewest(newestKey: string, keys: readonly (string | undefined)[]): Promise<void> {
  const newest = await readDraft<string>(newestKey);
  if (newest !== undefined && keys.includes(newest)) await deleteDraft(newestKey);
}

/** Whether a draft is of a dialog, which names its work by itself. */
export const isOf = (dialogId: string, { workId }: MergeDraft) => workId?.startsWith(dialogId) ?? false;

/** The first of each work: the others are older states of it. */
export function firstOfEach(drafts: readonly MergeDraft[]): readonly MergeDraft[] {
  const nameOf = ({ workId, savedAt }: MergeDraft) => workId ?? savedAt;
  return drafts.filter((one, at) => drafts.findIndex((other) => nameOf(other) === nameOf(one)) === at);
}
