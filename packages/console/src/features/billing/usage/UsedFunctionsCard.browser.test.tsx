import { listFunctionStops } from '@atrium/contract/billing/function-stops';
import { listUsedFunctions } from '@atrium/contract/billing/usage-month';
import { afterEach, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { typeHeld } from '../../../../test/type-held.ts';
import { SEARCH_DEBOUNCE_MS } from '../../../ui/use-settled.ts';
import { UsedFunctionsCard } from './UsedFunctionsCard.tsx';

afterEach(() => void vi.useRealTimers());

it('asks the platform once for what is typed, after the pause', async () => {
  const searches: string[] = [];
  answer(listUsedFunctions, ({ body }) => {
    searches.push(body.search);
    const pageable = { pageNumber: body.page, pageSize: body.size };
    return { content: [], totalElements: 0, totalPages: 0, pageable };
  });
  const screen = await draw(<UsedFunctionsCard month="2026-11" />);
  await expect.element(screen.getByText(/^Usage of this month appears here/)).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Search by name' }).element();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await typeHeld(field, 'order', SEARCH_DEBOUNCE_MS - 1);
  expect(searches).toEqual(['']);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => searches).toEqual(['', 'order']);
});

it('begins the bars of all shares at one line', async () => {
  const common = {
    service: { id: 'shop', name: 'Shop' },
    isCollection: false,
    calls: 1,
    milliseconds: 1,
    bytes: 1,
  };
  const content = [1, 0.333, 0.04].map((share) => {
    return { ...common, target: `orders/${share}`, cents: 1, beforeCents: 0, share };
  });
  const pageable = { pageNumber: 0, pageSize: 10 };
  answer(listUsedFunctions, () => ({ content, totalElements: 3, totalPages: 1, pageable }));
  answer(listFunctionStops, () => []);
  await page.viewport(1280, 800);
  const screen = await draw(<UsedFunctionsCard month="2026-11" />);
  await expect.element(screen.getByText('33.3%')).toBeVisible();
  const bars = [...document.querySelectorAll('td span[aria-hidden] > span')];
  const lefts = bars.map((bar) => bar.parentElement?.getBoundingClientRect().left);
  expect([lefts.length, new Set(lefts).size]).toEqual([3, 1]);
});
