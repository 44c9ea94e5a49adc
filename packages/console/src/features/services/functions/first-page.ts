import type { InfiniteData } from '@tanstack/react-query';

/** A list that grows, cut back to its first page: each page that it has is read again when the list is. */
export function toFirstPage<Page, Param>(
  list: InfiniteData<Page, Param> | undefined,
): InfiniteData<Page, Param> | undefined {
  return list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) };
}
