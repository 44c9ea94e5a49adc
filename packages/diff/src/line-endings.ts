import { diffLines } from './line-diff.ts';
import { splitLines } from './lines.ts';
import type { MergeModel } from './merge.ts';
import type { Region } from './region.ts';

const BOM = '\uFEFF';

/** A text as an editor wants it: `\n` only, no byte order mark. */
export interface PlainText {
  readonly text: string;
  readonly hasBom: boolean;
  /** What most lines end with; `mixed` when there are others too. */
  readonly ending: 'lf' | 'crlf';
  readonly isMixed: boolean;
}

export function toPlainText(original: string): PlainText {
  const hasBom = original.startsWith(BOM);
  const body = hasBom ? original.slice(1) : original;
  const crlf = countOf(body, '\r\n');
  const lf = countOf(body, '\n') - crlf;
  return {
    text: crlf === 0 ? body : body.replaceAll('\r\n', '\n'),
    hasBom,
    ending: crlf > lf ? 'crlf' : 'lf',
    isMixed: crlf > 0 && lf > 0,
  };
}

/**
 * Gives an edited text the byte order mark and line endings of the original. Where the original mixes them,
 * each line that was kept also keeps its own.
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

/** Whether two texts differ in nothing but line endings and byte order mark. */
export function differOnlyInLineEndings(a: string, b: string): boolean {
  return a !== b && toPlainText(a).text === toPlainText(b).text;
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

/** Undefined where the lines cannot tell: an empty file, or a single line without an end. */
function endsWithCrlf(lines: readonly string[], index: number): boolean | undefined {
  const line = lines[index];
  if (line === undefined) return undefined;
  if (line.endsWith('\n')) return line.endsWith('\r\n');
  return index === 0 ? undefined : lines[index - 1]?.endsWith('\r\n');
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}
