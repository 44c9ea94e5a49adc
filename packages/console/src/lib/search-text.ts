/**
 * What a search box asks for: plain text, or an expression between slashes; both regardless of case. An
 * expression that is not valid matches nothing; an empty box matches everything.
 */
export function searchMatcher(search: string): (text: string) => boolean {
  const trimmed = search.trim();
  if (trimmed === '') return () => true;
  if (trimmed.length > 1 && trimmed.startsWith('/') && trimmed.endsWith('/')) {
    const expression = toExpression(trimmed.slice(1, -1));
    return (text) => expression?.test(text) ?? false;
  }
  const lower = trimmed.toLowerCase();
  return (text) => text.toLowerCase().includes(lower);
}

function toExpression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'i');
  } catch {
    return undefined;
  }
}
