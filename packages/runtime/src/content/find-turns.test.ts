import { expect, it } from 'vitest';
import type { HostOperation } from '../functions/sandbox-calls.ts';
import { withFindTurns } from './find-turns.ts';

const POOL_SIZE = 10;

it('lets a domain find with some connections only, so that others find and do what is quick', async () => {
  const running: { domainId: string; end: () => void }[] = [];
  const find: HostOperation = ({ identity: { domainId } }) =>
    new Promise((resolve) => running.push({ domainId, end: () => resolve('found') }));
  const operations = withFindTurns(
    new Map([
      ['content.find', find],
      ['content.get', () => Promise.resolve('got')],
    ]),
    POOL_SIZE,
  );
  const call = (name: string, domainId: string) =>
    operations.get(name)?.({ identity: { domainId } } as Parameters<HostOperation>[0], {});
  const domains = () => running.map(({ domainId }) => domainId);

  const finds = ['large', 'large', 'large', 'other', 'third'].map((domainId) =>
    call('content.find', domainId),
  );
  expect(await call('content.get', 'large')).toBe('got');
  await expect.poll(domains).toEqual(['large', 'large', 'other']);

  running.splice(0).forEach(({ end }) => end());
  await expect.poll(domains).toEqual(['large', 'third']);
  running.splice(0).forEach(({ end }) => end());
  expect(await Promise.all(finds)).toEqual(Array.from({ length: 5 }, () => 'found'));
});
