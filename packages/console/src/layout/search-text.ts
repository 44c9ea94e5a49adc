/** Search parameters as the address has them: text, or nothing. */
export type Search = Readonly<Record<string, unknown>>;

// Read by hand: the schema library would be a fifth of what the sign-in page loads.

export function optionalText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Throws where there is none: the address is no page's then. */
export function requiredText(value: unknown): string {
  if (typeof value !== 'string' || value === '') throw new TypeError('The address lacks a part.');
  return value;
}

export function requiredUuid(value: unknown): string {
  const text = requiredText(value);
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text))
    throw new TypeError('The address is not valid.');
  return text;
}

/** `3` as page 2: people count pages from 1, the server from 0. The first one for anything else. */
export function readPage(value: unknown): number {
  return typeof value === 'string' && /^\d{1,9}$/.test(value) ? Math.max(Number(value) - 1, 0) : 0;
}
