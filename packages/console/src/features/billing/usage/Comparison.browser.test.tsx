import { compareUsage, listMetricDays } from '@atrium/contract/billing/usage-comparison';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { Comparison } from './Comparison.tsx';
import { MetricDays } from './MetricDays.tsx';

afterEach(() => page.viewport(1280, 800));

it('shows what makes two months differ, in rows that are read as a table, also where there is little room', async () => {
  const asked: string[] = [];
  answer(compareUsage, ({ query: { from, to } }) => {
    asked.push(`${from} ${to}`);
    return {
      fromCents: 77,
      toCents: 217,
      added: { count: 2, cents: 37 },
      gone: { count: 1, cents: -7 },
      volumeCents: 70,
      priceCents: 40,
    };
  });
  await page.viewport(320, 800);
  const screen = await draw(<Comparison month="2026-11" firstMonth="2026-08" isRunning />);
  const table = screen.getByRole('table', { name: 'October 2026 and November 2026 compared' });
  await expect.element(table).toBeVisible();
  const texts = table
    .getByRole('row')
    .elements()
    .map((row) => row.textContent);
  expect(texts.slice(1)).toEqual([
    expect.stringMatching(/^October 2026.*\$0\.77$/),
    expect.stringMatching(/^Volume.*\+\$0\.70$/),
    expect.stringMatching(/^Prices.*\+\$0\.40$/),
    expect.stringMatching(/^New functions and collections \(2\).*\+\$0\.37$/),
    expect.stringMatching(/^Functions and collections no longer used \(1\).*-\$0\.07$/),
    expect.stringMatching(/^November 2026.*\$2\.17$/),
  ]);
  await expect
    .element(
      screen.getByText(/November 2026 is not over yet: it counts until now, and October 2026 in full\./),
    )
    .toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await expectNoFindings();
  await screen.getByRole('combobox', { name: 'Compare with' }).selectOptions('2026-08');
  await expect.poll(() => asked).toEqual(['2026-10 2026-11', '2026-08 2026-11']);
});

it('lists the days of a line once it is opened', async () => {
  answer(listMetricDays, () => [
    { day: '2026-11-02', calls: 1200, milliseconds: 0, bytes: 0, cents: 84 },
    { day: '2026-11-05', calls: 3, milliseconds: 1500, bytes: 0, cents: 1 },
  ]);
  const metric = { name: 'invoke', target: '*' };
  const former = { ...metric, target: 'live' };
  const screen = await draw(
    <>
      <MetricDays month="2026-11" serviceId="shop" metric={metric} cents={85} currency="usd" />
      <MetricDays month="2026-11" serviceId="shop" metric={former} cents={85} currency="usd" />
    </>,
  );
  // Usage from before per-function metering has no days.
  expect(screen.getByRole('button', { name: 'By day' }).elements()).toHaveLength(1);
  await screen.getByRole('button', { name: 'By day' }).click();
  await expect.element(screen.getByText(/^11\/02\/2026/)).toBeVisible();
  const days = screen
    .getByRole('listitem')
    .elements()
    .map((day) => day.textContent);
  expect(days).toEqual([
    expect.stringMatching(/^11\/02\/2026 .*1,200.*\$0\.84$/),
    expect.stringMatching(/^11\/05\/2026 .*3.*1\.5 s.*\$0\.01$/),
    'All days $0.85',
  ]);
  await expectNoFindings();
});

it('shows no sum that is not what the line costs', async () => {
  answer(listMetricDays, () => [{ day: '2026-11-02', calls: 1, milliseconds: 0, bytes: 0, cents: 84 }]);
  const metric = { name: 'invoke', target: '*' };
  const screen = await draw(
    <MetricDays month="2026-11" serviceId="shop" metric={metric} cents={85} currency="usd" />,
  );
  await screen.getByRole('button', { name: 'By day' }).click();
  await expect.element(screen.getByText(/^These days do not add up to this line/)).toBeVisible();
  expect(screen.getByText('All days').elements()).toEqual([]);
});
