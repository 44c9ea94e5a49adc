import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Responses of public calls used for a prerendered page, by query key. */
export type PublicResponses = readonly { key: QueryKey; value: unknown }[];

export const PUBLIC_RESPONSES_ID = 'atrium-public-data';

export function seedPublicResponses(client: QueryClient, answers: PublicResponses): void {
  for (const { key, value } of answers) client.setQueryData(key, value);
}

/** The data that a page was rendered with at build time; it is in the page as a block of data. */
export function readPublicResponses(): PublicResponses {
  const block = document.getElementById(PUBLIC_RESPONSES_ID);
  return block?.textContent ? (JSON.parse(block.textContent) as PublicResponses) : [];
}
