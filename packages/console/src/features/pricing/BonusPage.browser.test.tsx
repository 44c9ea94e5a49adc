import { searchBonuses } from '@atrium/contract/pricing/bonus';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { BonusPage } from './BonusPage.tsx';

const bonuses = Array.from({ length: 11 }, (_, index) => ({
  id: `0190f2c4-7a10-7000-8000-0000000000${10 + index}`,
  key: `BONUS_${index + 1}`,
  cents: 100,
}));

it('shows ten bonuses on a page', async () => {
  answer(searchBonuses, ({ body: { page, size } }) => ({
    content: bonuses.slice(page * size, (page + 1) * size),
    totalElements: bonuses.length,
    totalPages: Math.ceil(bonuses.length / size),
    pageable: { pageNumber: page, pageSize: size },
  }));
  const screen = await draw(<BonusPage />);
  await expect.element(screen.getByText('Page 1 of 2')).toBeVisible();
  await expect.element(screen.getByRole('rowheader', { name: 'BONUS_10' })).toBeVisible();
  await expect.element(screen.getByRole('rowheader', { name: 'BONUS_11' })).not.toBeInTheDocument();
});
