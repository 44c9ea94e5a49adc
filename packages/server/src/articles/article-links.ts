/** Target of a phrase that can be linked. */
export interface LinkTarget {
  id: string;
  title: string;
  aliases: readonly string[];
}

export type FindLinks = (text: string) => { start: number; end: number; id: string }[];

/** Finds titles and aliases in texts: whole words, in any case of letters, the longest one first. */
export function createFindLinks(targets: readonly LinkTarget[]): FindLinks {
  const phrases = new Map<string, string>();
  for (const { id, title, aliases } of targets) {
    for (const phrase of [title, ...aliases]) phrases.set(phrase.toLowerCase(), id);
  }
  if (phrases.size === 0) return () => [];
  const longestFirst = [...phrases.keys()].sort((a, b) => b.length - a.length);
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\p{N}])(?:${longestFirst.map(escapePattern).join('|')})(?![\p{L}\p{N}])`,
    'giu',
  );
  return (text) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      id: phrases.get(match[0].toLowerCase()) ?? '',
    }));
}

/** Returns a phrase as a regular expression that matches just it. */
function escapePattern(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}
