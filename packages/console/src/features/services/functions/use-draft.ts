import type { SourceFile } from '@atrium/contract/service-api/versions/export-files';
import { useState } from 'react';
import { keepText, readKeptText } from '../../../lib/kept-text.ts';

/** A text that is being edited, and the live one that it began as. */
export interface Draft {
  text: string;
  base: SourceFile;
}

/** The draft of a file, which survives a reload; null while the file is only read. */
export function useDraft(key: string) {
  const [draft, setDraft] = useState(() => readDraft(key));
  return {
    draft,
    /** As it is kept now, also if it was changed on another visit of the page since; null where nothing is kept. */
    newest: () => readDraft(key),
    change(next: Draft | null) {
      setDraft(next);
      // Who only looks has nothing to lose. Once something was typed it is kept, also where that was taken back.
      const isKept = next && (next.text !== next.base.content || readKeptText(key) !== null);
      keepText(key, isKept ? JSON.stringify(next) : null);
    },
  };
}

/** The draft with what was typed next. One that has become live, as by a save that waited for a new sign-in, begins there. */
export function typedInto(draft: Draft, text: string, live: SourceFile): Draft {
  return { text, base: draft.text === live.content ? live : draft.base };
}

function readDraft(key: string): Draft | null {
  const kept = readKeptText(key);
  return kept === null ? null : (JSON.parse(kept) as Draft);
}
