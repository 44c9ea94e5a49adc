import type { LineRange, RegionKind, RegionState } from '@atrium/diff/region';
import { Text } from '@codemirror/state';

export type SidePane = 'local' | 'base' | 'remote';

export type Pane = SidePane | 'merged';

/** The panes from left to right, on phones the tabs. */
export function panesOf(isBaseShown: boolean): readonly Pane[] {
  return isBaseShown ? ['local', 'base', 'merged', 'remote'] : ['local', 'merged', 'remote'];
}

/** Id of the element that labels a pane with side, version and author. Only one merge dialog exists at a time. */
export const paneHeadingId = (pane: Pane) => `merge-pane-${pane}`;

/** Id of the element that describes how to leave the merged text by keyboard, because Tab indents. */
export const editorKeysId = 'merge-editor-keys';

/** A line that was taken by itself from one side. */
export interface PickedLine {
  readonly side: 'local' | 'remote';
  readonly line: number;
}

/**
 * A region of the merge dialog: its lines on the three sides, and its state. Its position in the merged text is kept
 * separately, in `RegionSet.positions`, because that moves at every key press. `hand`: made by typing where no side had
 * changed anything.
 */
export interface PaneRegion {
  readonly id: number;
  readonly kind: RegionKind | 'hand';
  readonly state: RegionState;
  readonly base: LineRange;
  readonly local: LineRange;
  readonly remote: LineRange;
  readonly picked?: readonly PickedLine[];
  /** Order of the sides, if both were taken. */
  readonly order?: 'local-remote' | 'remote-local';
}

/** The texts that are merged; `base` is null where nothing was exchanged before. */
export interface MergeSides {
  readonly base: string | null;
  readonly local: string;
  readonly remote: string;
}

/** The plain texts of the sides, as documents. */
export interface SideTexts {
  readonly base: Text;
  readonly local: Text;
  readonly remote: Text;
}

/** Splits only at `\n`; the editor would split at other line endings too. */
export const docOf = (text: string) => Text.of(text.split('\n'));

/** Offset where a line (counted from 0) starts; the end of the text for the line after the last. */
export function offsetOfLine(doc: Text, line: number): number {
  return line < doc.lines ? doc.line(line + 1).from : doc.length;
}

/** Number of lines that start before an offset: the line (from 0) that starts there. */
export function lineAtOffset(doc: Text, offset: number): number {
  const line = doc.lineAt(offset);
  return line.from === offset ? line.number - 1 : line.number;
}

export function textOfRange(doc: Text, range: LineRange): string {
  return doc.sliceString(offsetOfLine(doc, range.from), offsetOfLine(doc, range.to));
}

export function isConflict(region: PaneRegion): boolean {
  return region.kind === 'conflict' || region.kind === 'difference';
}

export function isOpen(region: PaneRegion): boolean {
  return region.state === 'open';
}
