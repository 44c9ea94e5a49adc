import { type DraftEntry, requestDraft } from './draft-database.ts';

/**
 * Keeps what a user has not submitted yet (choices, merged contents, drafts) in the browser. If it has no storage (a
 * private window), or it is full, drafts live as long as the page.
 */
const memory = new Map<string, DraftEntry>();

export async function readDraft<Value>(key: string): Promise<Value | undefined> {
  const stored = await requestDraft<DraftEntry>('readonly', (store) => store.get(key)).catch(() => undefined);
  const kept = memory.get(key);
  // The storage may have been full only for a while, or only since.
  return (kept && kept.savedAt >= (stored?.savedAt ?? 0) ? kept : stored)?.value as Value | undefined;
}

/** Keys that begin alike. */
export async function listDraftKeys(prefix: string): Promise<readonly string[]> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uFFFF`);
  const stored = await requestDraft<IDBValidKey[]>('readonly', (store) => store.getAllKeys(range)).catch(
    () => [],
  );
  return [...stored.map(String), ...[...memory.keys()].filter((key) => key.startsWith(prefix))];
}

/** Storage of a draft. Drafts of the page are lost when the page closes. */
export type DraftPlace = 'browser' | 'page';

export async function saveDraft(key: string, value: unknown): Promise<DraftPlace> {
  const entry: DraftEntry = { savedAt: Date.now(), value };
  try {
    await requestDraft('readwrite', (store) => store.put(entry, key));
    if ((memory.get(key)?.savedAt ?? 0) <= entry.savedAt) memory.delete(key);
    return 'browser';
  } catch {
    memory.set(key, entry);
    return 'page';
  }
}

/** Storage of a key's last saved draft. */
export const placeOfDraft = (key: string): DraftPlace => (memory.has(key) ? 'page' : 'browser');

export async function deleteDraft(key: string): Promise<void> {
  memory.delete(key);
  await requestDraft('readwrite', (store) => store.delete(key)).catch(() => undefined);
}
