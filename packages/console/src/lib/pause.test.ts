import { afterEach, expect, it, vi } from 'vitest';
import { pause } from './pause.ts';

afterEach(() => vi.unstubAllGlobals());

it('lets what was waiting come first', async () => {
  const order: string[] = [];
  setTimeout(() => order.push('waiting'));
  await pause();
  order.push('after the pause');
  expect(order).toEqual(['waiting', 'after the pause']);
});

it('leaves the order to the browser where it has a scheduler for it', async () => {
  const scheduler = { yield: vi.fn<() => Promise<void>>(() => Promise.resolve()) };
  vi.stubGlobal('scheduler', scheduler);
  await pause();
  expect(scheduler.yield).toHaveBeenCalledOnce();
});
