import { listUsedFunctions } from '@atrium/contract/billing/usage-month';
import { afterEach, expect, it, vi } from 'vitest';
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
  await expect.element(screen.getByText(/^What is used in this month appears here/)).toBeVisible();
  const field = screen.getByRole('searchbox', { name: 'Search by name' }).element();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await typeHeld(field, 'order', SEARCH_DEBOUNCE_MS - 1);
  expect(searches).toEqual(['']);
  await vi.advanceTimersByTimeAsync(1);
  await expect.poll(() => searches).toEqual(['', 'order']);
});
