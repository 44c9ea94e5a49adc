import { usePreferences } from '../../../../lib/use-preferences.ts';

/** View settings of the dialog, stored on this device. */
export interface MergePreferences {
  readonly layout: 'landscape' | 'portrait';
  readonly isSynchronous: boolean;
  readonly isBaseShown: boolean;
  /** Long lines wrap. Panes then scroll apart, because a line is not as tall in each of them. */
  readonly isWrapped: boolean;
  /** Shares of local, base, merged and remote. */
  readonly shares: { readonly [pane: string]: number };
}

const standard: MergePreferences = {
  layout: 'landscape',
  isSynchronous: true,
  isBaseShown: false,
  isWrapped: false,
  shares: { local: 1, base: 1, merged: 1.3, remote: 1 },
};

export const useMergePreferences = () => usePreferences('atrium/merge', standard);
