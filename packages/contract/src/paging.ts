import { z } from 'zod';

/** Page size when a request names none. */
export const DEFAULT_PAGE_SIZE = 20;
export const MAX_PAGE_SIZE = 200;

/** `page` counts from 0. */
export const PageRequest = z.object({
  page: z.int().min(0).default(0),
  size: z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE),
});
export type PageRequest = z.infer<typeof PageRequest>;

/** A page of results: `pagedResult(Invoice)` → schema of `{content, totalElements, totalPages, pageable}`. */
export function pagedResult<Content extends z.ZodType>(content: Content) {
  return z.object({
    content: z.array(content),
    totalElements: z.int(),
    totalPages: z.int(),
    pageable: z.object({ pageNumber: z.int(), pageSize: z.int() }),
  });
}

export interface PagedResult<Content> {
  content: Content[];
  totalElements: number;
  totalPages: number;
  pageable: { pageNumber: number; pageSize: number };
}

export function toPagedResult<Content>(
  content: Content[],
  totalElements: number,
  { page, size }: PageRequest,
): PagedResult<Content> {
  return {
    content,
    totalElements,
    totalPages: Math.ceil(totalElements / size),
    pageable: { pageNumber: page, pageSize: size },
  };
}
