/** Most paths: what other scripts need takes them four times as long. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant
const ONLY_ASCII = /^[\0-\x7f]*$/;

/** Text under which two places are the same file on a disk that ignores case. */
export function caseFold(text: string): string {
  return ONLY_ASCII.test(text) ? text.toLowerCase() : text.toUpperCase().toLowerCase().normalize('NFC');
}
