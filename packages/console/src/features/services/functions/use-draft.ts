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
    /** Stored draft, including changes from another visit of the page; null without one. */
    newest: () => readDraft(key),
    change(next: Draft | null) {
      setDraft(next);
      // Don't store an untouched draft. Once stored, keep it even if its changes were undone.
      const isKept = next && (next.text !== next.base.content || readKeptText(key) !== null);
      keepText(key, isKept ? JSON.stringify(next) : null);
    },
  };
}

/**
 * Applies typed text to the draft. If the draft is live, for example after a save that waited for a new sign-in, the
 * live file becomes its base.
 */
export function typedInto(draft: Draft, text: string, live: SourceFile): Draft {
  return { text, base: draft.text === live.content ? live : draft.base };
}

function readDraft(key: string): Draft | null {
  const kept = readKeptText(key);
  return kept === null ? null : (JSON.parse(kept) as Draft);
}
