/** Search and its debounce: the list follows the typing after this long. */
export const SEARCH_DEBOUNCE_MS = 300;

/** Text matches as it stands; text between slashes is a regular expression. Case never matters. */
export function searchFilter(text: string): (file: { name: string; folderPath: string }) => boolean {
  const wanted = text.trim();
  if (wanted === '') return () => true;
  const [, pattern] = /^\/(.*)\/$/s.exec(wanted) ?? [];
  if (pattern === undefined) {
    const lower = wanted.toLowerCase();
    return ({ name, folderPath }) =>
      name.toLowerCase().includes(lower) || folderPath.toLowerCase().includes(lower);
  }
  const expression = parseExpression(pattern);
  if (expression === undefined) return () => false;
  return ({ name, folderPath }) => expression.test(name) || expression.test(folderPath);
}

function parseExpression(pattern: string): RegExp | undefined {
  try {
    return new RegExp(pattern, 'i');
  } catch {
    return undefined;
  }
}
