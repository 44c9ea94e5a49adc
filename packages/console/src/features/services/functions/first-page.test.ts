import { InfiniteQueryObserver, infiniteQueryOptions, QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { toFirstPage } from './first-page.ts';

test('a list that is cut back reads one page again, and goes on from there', async () => {
  const client = new QueryClient();
  const read: number[] = [];
  const options = infiniteQueryOptions({
    queryKey: ['calls'],
    queryFn: ({ pageParam }) => {
      read.push(pageParam);
      return pageParam;
    },
    initialPageParam: 0,
    getNextPageParam: (last: number) => last + 1,
  });
  const list = new InfiniteQueryObserver(client, options);
  for (const _ of ['first', 'second', 'third']) await list.fetchNextPage();
  client.setQueryData(options.queryKey, toFirstPage);
  await list.refetch();
  expect(read).toEqual([0, 1, 2, 0]);
  const { data } = await list.fetchNextPage();
  expect(data?.pages).toEqual([0, 1]);
});

test('what has not been read stays so', () => {
  expect(toFirstPage(undefined)).toBeUndefined();
});
