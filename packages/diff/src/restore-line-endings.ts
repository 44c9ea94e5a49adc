import { diffLines } from './line-diff.ts';
import { BOM, toPlainText } from './line-endings.ts';
import { splitLines } from './lines.ts';
import type { MergeModel, Region } from './region.ts';

/**
 * Restores the byte order mark and line endings of the original in an edited text. If the original mixes them,
 * each kept line also keeps its own.
 */
export function restoreLineEndings(edited: string, original: string): string {
  const plain = toPlainText(original);
  const mark = plain.hasBom ? BOM : '';
  if (!plain.isMixed) return mark + (plain.ending === 'crlf' ? edited.replaceAll('\n', '\r\n') : edited);
  const originalLines = splitLines(plain.hasBom ? original.slice(1) : original).lines;
  const plainLines = originalLines.map((line) => line.replace('\r\n', '\n'));
  const editedLines = splitLines(edited).lines;
  const newline = plain.ending === 'crlf' ? '\r\n' : '\n';
  const out: string[] = [];
  let posOriginal = 0;
  let posEdited = 0;
  const keepUntil = (end: number) => {
    while (posEdited < end) {
      out.push(originalLines[posOriginal++] as string);
      posEdited++;
    }
  };
  for (const hunk of diffLines(plainLines, editedLines)) {
    keepUntil(hunk.fromB);
    while (posEdited < hunk.toB) out.push((editedLines[posEdited++] as string).replace('\n', newline));
    posOriginal = hunk.toA;
  }
  keepUntil(editedLines.length);
  return mark + out.join('');
}

/**
 * Returns the result of a merge with the byte order mark and the line endings of a side; for a side without a line break
 * with the endings of the other.
 */
export function restoreSideEndings(merged: string, side: string, other: string): string {
  if (side.includes('\n')) return restoreLineEndings(merged, side);
  // It has no endings of its own, but perhaps a mark.
  const mark = side.startsWith(BOM) ? BOM : '';
  return mark + restoreLineEndings(merged, other.startsWith(BOM) ? other.slice(1) : other);
}

/** Whether markers end with CRLF: as git, by the lines before the conflict, then by the base's first line. */
export function isCarriageReturnNeeded(model: MergeModel, region: Region): boolean {
  const votes = [
    endsWithCrlf(model.localLines, Math.max(0, region.local.from - 1)),
    endsWithCrlf(model.remoteLines, Math.max(0, region.remote.from - 1)),
    endsWithCrlf(model.baseLines, 0),
  ];
  let isNeeded = false;
  for (const vote of votes) {
    if (vote === false) return false;
    if (vote === true) isNeeded = true;
  }
  return isNeeded;
}

/** Undefined where it cannot be known: an empty file, or a single line without an end. */
function endsWithCrlf(lines: readonly string[], index: number): boolean | undefined {
  const line = lines[index];
  if (line === undefined) return undefined;
  if (line.endsWith('\n')) return line.endsWith('\r\n');
  return index === 0 ? undefined : lines[index - 1]?.endsWith('\r\n');
}
