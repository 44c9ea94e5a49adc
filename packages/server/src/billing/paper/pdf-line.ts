import bidiFactory from 'bidi-js';

/** A piece of a line in one font and one direction, with its characters in the order in which they are read. */
export interface TextRun {
  text: string;
  /** Undefined for the base font. */
  font: string | undefined;
}

interface LevelRun extends TextRun {
  /** Level of the Unicode Bidirectional Algorithm: odd levels run from right to left. */
  level: number;
}

const bidi = bidiFactory();
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const words = new Intl.Segmenter('en', { granularity: 'word' });

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The runs of a line as they appear on paper, from left to right. */
export function toRuns(line: string, fontOf: (character: string) => string | undefined): TextRun[] {
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: LevelRun[] = [];
  for (const { segment, index } of graphemes.segment(line)) {
    if (/^\p{Bidi_Control}+$/u.test(segment)) continue;
    const level = levels[index] ?? 0;
    const isRightToLeft = level % 2 === 1;
    const text = (isRightToLeft && bidi.getMirroredCharacter(segment)) || segment;
    const font = fontOf(String.fromCodePoint(segment.codePointAt(0) ?? 0));
    const last = runs.at(-1);
    if (last !== undefined && last.level === level && last.font === font) last.text += text;
    else runs.push({ text, font, level });
  }
  return reorder(runs).map(({ text, font, level }) => {
    // The letters of a script written from right to left are reversed when they are shaped; nothing else is.
    const isTurnedLater = level % 2 === 0 || RIGHT_TO_LEFT.test(text);
    return { font, text: isTurnedLater ? text : toGraphemes(text).reverse().join('') };
  });
}

/** Rule L2 of the algorithm: from the highest level down, whatever is at least as high is reversed. */
function reorder(runs: LevelRun[]): LevelRun[] {
  const ordered = [...runs];
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level -= 1) {
    for (let start = 0; start < ordered.length; start += 1) {
      let end = start;
      while ((ordered[end]?.level ?? 0) >= level) end += 1;
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse());
      start = Math.max(start, end);
    }
  }
  return ordered;
}

/** The lines of a text, none wider than `width`: broken between words, and within a word that is too long. */
export function toLines(text: string, width: number, widthOf: (line: string) => number): string[] {
  const whole = text.replaceAll(/\s+/g, ' ').trim();
  if (widthOf(whole) <= width) return [whole];
  const lines: string[] = [];
  let line = '';
  for (const word of toWords(whole)) {
    for (const part of widthOf(word) <= width ? [word] : toGraphemes(word)) {
      if (line !== '' && widthOf((line + part).trimEnd()) > width) {
        lines.push(line.trimEnd());
        line = '';
      }
      if (line !== '' || part.trim() !== '') line += part;
    }
  }
  return [...lines, line.trimEnd()];
}

const toGraphemes = (text: string): string[] => Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Words with the marks that follow them, as languages without spaces have them too. */
function toWords(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const isMark = isWordLike !== true && segment.trim() !== '';
    if (isMark && found.length > 0) found[found.length - 1] += segment;
    else found.push(segment);
  }
  return found;
}
