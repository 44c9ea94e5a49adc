import { readDraft, saveDraft } from './draft-store.ts';

let turn = Promise.resolve();

/** Updates the value of a key, if there is one. Updates are serialized; concurrent ones would overwrite each other. */
export function changeDraft<Value>(key: string, change: (kept: Value) => Value): Promise<void> {
  const changed = turn.then(async () => {
    const kept = await readDraft<Value>(key);
    if (kept !== undefined) await saveDraft(key, change(kept));
  });
  // A failed update must not block the next ones.
  turn = changed.catch(() => undefined);
  return changed;
}
