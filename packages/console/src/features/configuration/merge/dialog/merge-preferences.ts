import { useState } from 'react';

/** How a person likes the dialog; remembered on this device. */
export interface MergePreferences {
  readonly layout: 'landscape' | 'portrait';
  readonly isSynchronous: boolean;
  readonly isBaseShown: boolean;
  /** Long lines wrap. Panes then scroll apart, because a line is not as tall in each of them. */
  readonly isWrapped: boolean;
  /** Shares of local, base, merged and remote. */
  readonly shares: { readonly [pane: string]: number };
}

const KEY = 'atrium/merge';

const standard: MergePreferences = {
  layout: 'landscape',
  isSynchronous: true,
  isBaseShown: false,
  isWrapped: false,
  shares: { local: 1, base: 1, merged: 1.3, remote: 1 },
};

export function useMergePreferences() {
  const [preferences, setPreferences] = useState<MergePreferences>(read);
  const change = (part: Partial<MergePreferences>) => {
    const next = { ...preferences, ...part };
    setPreferences(next);
    try {
      localStorage.setItem(KEY, JSON.stringify(next));
    } catch {
      // Without storage the dialog opens as it does by default.
    }
  };
  return { preferences, change };
}

function read(): MergePreferences {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<MergePreferences>;
    return { ...standard, ...stored, shares: { ...standard.shares, ...stored.shares } };
  } catch {
    return standard;
  }
}
