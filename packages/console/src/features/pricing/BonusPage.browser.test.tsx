import { searchBonuses } from '@atrium/contract/pricing/bonus';
import { FREE_TIER_BONUS } from '@atrium/contract/pricing/free-tier';
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

it('says what becomes of free credit before its bonus is deleted or gets another name', async () => {
  answer(searchBonuses, () => ({
    content: bonuses
      .slice(0, 2)
      .map((bonus, index) => (index === 1 ? { ...bonus, key: FREE_TIER_BONUS } : bonus)),
    totalElements: 2,
    totalPages: 1,
    pageable: { pageNumber: 0, pageSize: 10 },
  }));
  const screen = await draw(<BonusPage />);
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  for (const [name, isTold] of [
    [FREE_TIER_BONUS, true],
    ['BONUS_1', false],
  ] as const) {
    await button(`Delete bonus ${name}`).click();
    const question = screen.getByRole('alertdialog');
    await expect.element(question).toBeVisible();
    expect(question.element().textContent.includes('new customers get no free credit')).toBe(isTold);
    await button('Cancel').click();
    await button(`Edit bonus ${name}`).click();
    const field = screen.getByRole('textbox', { name: 'Name' });
    await expect.element(field).toHaveValue(name);
    const hints = screen.getByText(/^New customers get the free credit/).elements();
    expect(hints).toHaveLength(isTold ? 1 : 0);
    await button('Cancel').click();
  }
});
