import { deleteDraft, listDrafts, readDraft, saveDraft } from '../drafts/draft-store.ts';
import { NEWEST_PREFIX, oldDraftsPrefix } from '../drafts/merge-draft.ts';

/** What a person decided is theirs, with the contents they merged: others of their domain may use the same browser. */
export function sessionKey(userId: string, uuid: string): string {
  return `pull/${userId}/${uuid}`;
}

/**
 * What a person decided about a pull. What the release before kept for all who use the browser becomes theirs if the
 * drafts of merges it kept tell that it is, or tell nothing; it is deleted only where it is certainly no one else's.
 */
export async function readSession<Session>(userId: string, uuid: string): Promise<Session | undefined> {
  const key = sessionKey(userId, uuid);
  const own = await readDraft<Session>(key);
  if (own !== undefined) return own;
  const oldKey = `pull/${uuid}`;
  const old = await readDraft<Session>(oldKey);
  if (old === undefined) return undefined;
  const mine = await countOldDrafts(`${NEWEST_PREFIX}${userId}/`, uuid);
  const all = await countOldDrafts(NEWEST_PREFIX, uuid);
  if (all > 0 && mine === 0) return undefined;
  // A submit that ends after the page was left changes what is stored.
  const place = await saveDraft(key, old);
  if (mine > 0 && mine === all && place === 'browser') await deleteDraft(oldKey);
  return old;
}

/** How many of the newest drafts are of this pull, where the release before kept them. */
async function countOldDrafts(newest: string, uuid: string): Promise<number> {
  const keys = await listDrafts<string>(newest);
  return keys.filter((key) => key.startsWith(oldDraftsPrefix(uuid))).length;
}
