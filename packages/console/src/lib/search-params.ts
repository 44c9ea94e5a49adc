/** Search parameters are plain text: `?id=12` stays '12', and links from elsewhere aren't rewritten. */
export function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries).toString()}`;
}

/** Search parameters as the address has them: text, or nothing. */
export type Search = Readonly<Record<string, unknown>>;

// Parsed by hand: the schema library would be a fifth of the sign-in page's size.

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Throws if there is none: then no page has this address. */
export function requiredText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('This link is incomplete.');
  return value;
}

export function requiredUuid(value: unknown): string {
  const text = requiredText(value);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new TypeError('This link is not valid.');
  return text;
}
