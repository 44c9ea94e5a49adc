import { deleteDraft, readDraft, saveDraft } from '../pull/draft-store.ts';
import { asideKey, type MergeDraft } from './merge-draft.ts';
import { isSettled } from './submitted-drafts.ts';

export interface FoundDrafts {
  readonly drafts: readonly MergeDraft[];
  /** Key of the other pull that some of them are kept under. */
  readonly otherKey: string | undefined;
}

/** The drafts of this pull, and the newest ones of the same file, which another pull may have. */
export async function findDrafts(key: string, newestKey: string, local: string): Promise<FoundDrafts> {
  const newest = await readDraft<string>(newestKey);
  const own = await readKept(key, local);
  const others = newest === undefined || newest === key ? [] : await readKept(newest, local);
  return { drafts: [...own, ...others], otherKey: others.length > 0 ? newest : undefined };
}

/** What is kept under a pull's key: the draft, and what was put aside for it. */
export async function readKept(key: string, local: string): Promise<readonly MergeDraft[]> {
  const draft = await readDraft<MergeDraft>(key);
  // What was passed over for it is not offered after it went live either.
  if (draft && isSettled(draft, local)) return [];
  const aside = await readDraft<MergeDraft[]>(asideKey(key));
  // Without the files it was made on, it is unknown what has changed since.
  return [draft, ...(aside ?? [])].filter((one): one is MergeDraft => one?.files !== undefined);
}

/** Keeps work as the file's newest, for later pulls, too. */
export function keepDraft(key: string, newestKey: string, work: MergeDraft): void {
  void saveDraft(key, work);
  void saveDraft(newestKey, key);
}

export function keepAside(key: string, drafts: readonly MergeDraft[]): void {
  void (drafts.length > 0 ? saveDraft(asideKey(key), drafts) : deleteDraft(asideKey(key)));
}

export function dropKept(key: string): void {
  void deleteDraft(key);
  void deleteDraft(asideKey(key));
}

/** Later pulls find no draft, unless another tab has kept work of yet another pull. */
export async function forgetNewest(newestKey: string, keys: readonly (string | undefined)[]): Promise<void> {
  const newest = await readDraft<string>(newestKey);
  if (keys.includes(newest)) await deleteDraft(newestKey);
}

/** Whether a draft is of a dialog, which names its work by itself. */
export const isOf = (dialogId: string, { workId }: MergeDraft) => workId?.startsWith(dialogId) ?? false;

/** The first of each work: the others are older states of it. */
export function firstOfEach(drafts: readonly MergeDraft[]): readonly MergeDraft[] {
  const nameOf = ({ workId, savedAt }: MergeDraft) => workId ?? savedAt;
  return drafts.filter((one, at) => drafts.findIndex((other) => nameOf(other) === nameOf(one)) === at);
}
