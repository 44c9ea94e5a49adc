import { expect, it } from 'vitest';
import { createFindLimit } from './find-limit.ts';

const POOL_SIZE = 10;

it('lets a domain find with half of some connections, so that others find and do what is quick', async () => {
  const running: { domainId: string; end: () => void }[] = [];
  const limitFinds = createFindLimit(POOL_SIZE);
  const finds = ['large', 'large', 'large', 'other', 'third', 'fourth'].map((domainId) =>
    limitFinds(
      domainId,
      () => new Promise<string>((resolve) => running.push({ domainId, end: () => resolve('found') })),
    ),
  );
  const domains = () => running.map(({ domainId }) => domainId);
  await expect.poll(domains).toEqual(['large', 'large', 'other', 'third']);

  running.splice(0).forEach(({ end }) => end());
  await expect.poll(domains).toEqual(['large', 'fourth']);
  running.splice(0).forEach(({ end }) => end());
  expect(await Promise.all(finds)).toEqual(Array.from({ length: 6 }, () => 'found'));
});
