import { getMonthUsage, getUsageDays } from '@atrium/contract/billing/usage-month';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { TargetName } from './MetricFunctions.tsx';
import { ServiceUsage } from './ServiceUsage.tsx';

it('says beside the forecast how it is made', async () => {
  answer(getMonthUsage, () => Promise.withResolvers<never>().promise);
  answer(getUsageDays, () => ({
    firstMonth: '2026-10',
    today: 2,
    grandTotalCents: 150,
    parts: [{ name: 'orders/create', cents: [100, 50] }],
    before: { cents: [100], grandTotalCents: 100, sameDaysCents: 100 },
    forecast: { grandTotalCents: 3000, cents: [50, 100], least: [40, 80], most: [60, 120] },
    freeTier: null,
  }));
  const screen = await draw(<ServiceUsage serviceId="hyper-dispatch" />);
  await expect.element(screen.getByText('$30.00')).toBeVisible();
  await expect
    .element(screen.getByText(/^Forecast: Each remaining day is estimated from the same weekday/))
    .toBeVisible();
});

it('leads from a function to its page, and from a collection to the file that describes it', async () => {
  const screen = await draw(
    <>
      <TargetName serviceId="hyper-dispatch" target="orders/create" isFunction />
      <TargetName serviceId="content" target="shop/products" isFunction={false} />
    </>,
  );
  const link = (name: string) => screen.getByRole('link', { name });
  await expect
    .element(link('orders/create'))
    .toHaveAttribute('href', '/console/services/hyper-dispatch?function=orders%2Fcreate');
  await expect
    .element(link('shop/products'))
    .toHaveAttribute('href', '/console/services/content?file=collections%2Fshop%2Fproducts.meta.js');
});
