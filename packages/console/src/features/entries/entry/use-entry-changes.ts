import { changeEntries, queryEntries } from '@atrium/contract/service-api/functions/content';
import { type EntryEdit, MAX_CHANGED_ENTRIES } from '@atrium/contract/service-api/functions/content-entry';
import { serviceUri } from '@atrium/contract/services/service';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { readAgain } from '../../../api/read-again.ts';
import { useChange } from '../../../api/use-change.ts';

/** Bytes of the largest body of a call, less what is around the entries. */
const MAX_PORTION = 900 * 1024;

/** A change that was made. */
export interface DoneChange {
  /** `3 entries were deleted.` */
  text: string;
  /** Edits that undo it; none if it was an undo itself. */
  undo: readonly EntryEdit[];
}

/** Splits entries or edits into parts that fit into a call. */
export function portionsOf<Each>(all: readonly Each[]): Each[][] {
  const portions: Each[][] = [];
  const encoder = new TextEncoder();
  let length = 0;
  for (const each of all) {
    const own = encoder.encode(JSON.stringify(each)).length + 1;
    const last = portions.at(-1);
    if (!last || last.length >= MAX_CHANGED_ENTRIES || length + own > MAX_PORTION) {
      portions.push([each]);
      length = own;
    } else {
      last.push(each);
      length += own;
    }
  }
  return portions;
}

/** Writes edits, each part all or none, and keeps the last change, so that it can be undone. */
export function useEntryChanges(serviceId: string, collection: string) {
  const client = useQueryClient();
  const base = serviceUri(serviceId);
  const [done, setDone] = useState<DoneChange | null>(null);
  const readEntries = () => readAgain(client, [queryEntries], base);

  async function write(edits: readonly EntryEdit[], onWritten?: (edits: readonly EntryEdit[]) => void) {
    let written: EntryEdit[] = [];
    for (const changes of portionsOf(edits)) {
      await call(changeEntries, { params: { collection }, body: { changes } }, { base });
      written = [...written, ...changes];
      onWritten?.(written);
    }
  }

  async function note(text: string, edits: readonly EntryEdit[]) {
    setDone({ text, undo: edits.map(({ before, after }) => ({ before: after, after: before })) });
    await readEntries();
  }

  const undoing = useChange({
    // After a failure, a retry skips entries that are already undone.
    mutationFn: (undone: DoneChange) =>
      write(undone.undo, ({ length }) => setDone({ ...undone, undo: undone.undo.slice(length) })),
    onSuccess: async (_, { undo }) => {
      const entries =
        undo.length === 1 ? 'The entry is' : `${undo.length.toLocaleString('en-US')} entries are`;
      setDone({ text: `Undone: ${entries} as before.`, undo: [] });
      await readEntries();
    },
    onError: () => void readEntries(),
  });
  return { done, write, note, undoing, readEntries, dismiss: () => setDone(null) };
}

export type EntryChanges = ReturnType<typeof useEntryChanges>;
