import { useState } from 'react';

/** How a person likes to start with what differs; remembered on this device. */
export interface DiffPreferences {
  /** Every file starts as *Merge by side* has it, in place of the table's default. */
  readonly startsBySide: boolean;
  /** Metadata is folded under its source. */
  readonly isMetadataHidden: boolean;
}

const KEY = 'atrium/diff';

export function useDiffPreferences() {
  const [preferences, setPreferences] = useState<DiffPreferences>(read);
  const change = (part: Partial<DiffPreferences>) => {
    const next = { ...preferences, ...part };
    setPreferences(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage it holds for as long as the page is there.
    }
  };
  return { preferences, change };
}

function read(): DiffPreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<DiffPreferences>;
    return {
      startsBySide: stored.startsBySide === true,
      isMetadataHidden: stored.isMetadataHidden === true,
    };
  } catch {
    return { startsBySide: false, isMetadataHidden: false };
  }
}
