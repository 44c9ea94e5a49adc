import { readDraft } from '../pull/draft-store.ts';
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

async function readKept(key: string, local: string): Promise<readonly MergeDraft[]> {
  const draft = await readDraft<MergeDraft>(key);
  // What was passed over for it is not offered after it went live either.
  if (draft && isSettled(draft, local)) return [];
  const aside = await readDraft<MergeDraft[]>(asideKey(key));
  // Without the files it was made on, it is unknown what has changed since.
  return [draft, ...(aside ?? [])].filter((one): one is MergeDraft => one?.files !== undefined);
}
