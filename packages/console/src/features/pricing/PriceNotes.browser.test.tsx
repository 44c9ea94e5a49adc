import { ANY_TARGET, type Price } from '@atrium/contract/pricing/price-list';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { PriceNotes } from './PriceNotes.tsx';

const groupsOf = (prices: Price[]) => [{ group: 'Shop', services: [{ name: 'Shop', prices }] }];
const call: Price = { metric: 'call', measure: 'COUNTER', target: ANY_TARGET, units: 100, cents: '2' };

it('says what metrics count and what a price comes to', async () => {
  const screen = await draw(<PriceNotes groups={groupsOf([{ ...call, measure: 'TIMER' }, call])} />);
  await expect
    .element(screen.getByRole('definition'))
    .toHaveTextContent('calls of functions by other functions');
  await expect.element(screen.getByText(/^A price per # is for the number of what is counted/)).toBeVisible();
  await expect
    .element(screen.getByText(/^For example/))
    .toHaveTextContent(
      'For example, 100,000 × call of Shop: 100,000 ÷ 100 × 2 cents = $20.00. Other measures of a metric, such as time, are added.',
    );
});

it('explains no metric that only its service knows, and has no example where nothing is counted for money', async () => {
  const screen = await draw(<PriceNotes groups={groupsOf([{ ...call, metric: 'parcels', cents: '0' }])} />);
  await expect.element(screen.getByRole('definition')).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^For example/)).not.toBeInTheDocument();
});
