import { usePreferences } from '../../../lib/use-preferences.ts';

/** Initial view of the diff step, stored on this device. */
export interface DiffPreferences {
  /** Every file starts as *Merge by side* has it, in place of the table's default. */
  readonly startsBySide: boolean;
  /** Metadata is folded under its source. */
  readonly isMetadataHidden: boolean;
}

const standard: DiffPreferences = { startsBySide: false, isMetadataHidden: false };

export const useDiffPreferences = () => usePreferences('atrium/diff', standard);
