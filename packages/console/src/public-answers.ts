import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Answers of public calls that a page was drawn with: the key of the query and what it holds. */
export type PublicAnswers = readonly { key: QueryKey; value: unknown }[];

export const PUBLIC_ANSWERS_ID = 'atrium-public-data';

export function seedPublicAnswers(client: QueryClient, answers: PublicAnswers): void {
  for (const { key, value } of answers) client.setQueryData(key, value);
}

/** The data that a page was rendered with at build time; it is in the page as a block of data. */
export function readPublicAnswers(): PublicAnswers {
  const block = document.getElementById(PUBLIC_ANSWERS_ID);
  return block?.textContent ? (JSON.parse(block.textContent) as PublicAnswers) : [];
}
