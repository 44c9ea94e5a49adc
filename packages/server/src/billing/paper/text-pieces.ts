export const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const words = new Intl.Segmenter('en', { granularity: 'word' });

export const toGraphemes = (text: string): string[] =>
  Array.from(graphemes.segment(text), ({ segment }) => segment);

/** Words with the marks that follow them, as languages without spaces have them too. */
export function toWords(text: string): string[] {
  const found: string[] = [];
  for (const { segment, isWordLike } of words.segment(text)) {
    const isMark = isWordLike !== true && segment.trim() !== '';
    if (isMark && found.length > 0) found[found.length - 1] += segment;
    else found.push(segment);
  }
  return found;
}
