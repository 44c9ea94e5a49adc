import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Answers of public calls that a page was drawn with: the key of the query and what it holds. */
export type PublicData = readonly { key: QueryKey; value: unknown }[];

export const PUBLIC_DATA_ID = 'atrium-public-data';

export function seedPublicData(client: QueryClient, data: PublicData): void {
  for (const { key, value } of data) client.setQueryData(key, value);
}

/** What a page that was drawn at build time was drawn with; it stands beside it as a block of data. */
export function readPublicData(): PublicData {
  const block = document.getElementById(PUBLIC_DATA_ID);
  return block?.textContent ? (JSON.parse(block.textContent) as PublicData) : [];
}
