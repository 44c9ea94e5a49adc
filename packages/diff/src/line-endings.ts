export const BOM = '\uFEFF';

/** A text as an editor wants it: `\n` only, no byte order mark. */
export interface PlainText {
  readonly text: string;
  readonly hasBom: boolean;
  /** Most frequent line ending; `mixed` if there are others, too. */
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

/** Whether two texts differ in nothing but line endings and byte order mark. */
export function differOnlyInLineEndings(a: string, b: string): boolean {
  return a !== b && toPlainText(a).text === toPlainText(b).text;
}

function countOf(text: string, part: string): number {
  let count = 0;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) count++;
  return count;
}
