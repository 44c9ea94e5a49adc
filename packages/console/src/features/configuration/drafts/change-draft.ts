import { readDraft, saveDraft } from './draft-store.ts';

let turn = Promise.resolve();

/** Changes what is kept under a key, if anything is. One after the other: of two that read the same, one would be lost. */
export function changeDraft<Value>(key: string, change: (kept: Value) => Value): Promise<void> {
  const changed = turn.then(async () => {
    const kept = await readDraft<Value>(key);
    if (kept !== undefined) await saveDraft(key, change(kept));
  });
  // One that fails does not keep the others from theirs.
  turn = changed.catch(() => undefined);
  return changed;
}
