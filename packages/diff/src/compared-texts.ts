import { toPlainText } from './line-endings.ts';

/** The texts of a merge; without a base, `null`. */
export interface MergeTexts {
  readonly base: string | null;
  readonly local: string;
  readonly remote: string;
}

/**
 * The texts as a merge compares them: as they are, but where their line endings or marks differ, without either. Every
 * line would differ otherwise, and one side would win whole.
 */
export function comparedTexts(texts: MergeTexts): MergeTexts {
  const { base, local, remote } = texts;
  const sides = base === null ? [local, remote] : [base, local, remote];
  if (new Set(sides.map(endingsOf)).size === 1) return texts;
  const plain = (text: string) => toPlainText(text).text;
  return { base: base === null ? null : plain(base), local: plain(local), remote: plain(remote) };
}

function endingsOf(text: string): string {
  const { ending, hasBom, isMixed } = toPlainText(text);
  return `${ending} ${hasBom} ${isMixed}`;
}
