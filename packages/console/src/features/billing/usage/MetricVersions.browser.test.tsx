import { listMetricVersions } from '@atrium/contract/billing/metric-versions';
import { getNamedVersion } from '@atrium/contract/configuration/versions';
import { afterEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { MetricVersions } from './MetricVersions.tsx';

afterEach(() => page.viewport(1280, 800));

const share = (calls: number, cents: number) => ({ calls, milliseconds: 0, bytes: 0, cents });
const versions = [
  { version: 7, ...share(1200, 60) },
  { version: 2, ...share(100, 5) },
];

async function open() {
  const metric = { name: 'invoke', target: '*' };
  const screen = await draw(
    <MetricVersions month="2026-11" serviceId="shop" metric={metric} cents={100} currency="usd" />,
  );
  await screen.getByRole('button', { name: 'By version' }).click();
  return screen;
}

const texts = (screen: Awaited<ReturnType<typeof open>>) =>
  screen
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent);

it('lists the versions of a line with who made each, also where there is little room', async () => {
  signIn('configuration.read');
  const rest = { others: { count: 3, ...share(200, 30) }, unrecorded: share(10, 5) };
  answer(listMetricVersions, () => ({ versions, ...rest }));
  answer(getNamedVersion, ({ params: { version } }) =>
    version === 2
      ? refusal(404, 'There is no such version.')
      : {
          version,
          parent: 6,
          createdOn: '2026-11-02T10:00:00.000Z',
          author: '0197a000-0000-7000-8000-0000000000c4',
          user: 'chidi',
          impersonator: null,
          message: 'Add milk, and-a-word-that-is-longer-than-a-narrow-screen-has-room-for',
          commitSha: '9e436c7'.padEnd(40, '0'),
          filesCount: 3,
          changesCount: 1,
        },
  );
  await page.viewport(320, 800);
  const screen = await open();
  const link = screen.getByRole('link', { name: 'Version 7' });
  await expect.element(link).toHaveAttribute('href', '/console/services/shop?tab=versions&changes=6-7');
  expect(texts(screen)).toEqual([
    expect.stringMatching(
      /^Version 7chidi, 11\/02\/2026 .*, commit 9e436c7000, “Add milk.*” # 1,200 \$0\.60$/,
    ),
    'Version 2 # 100 $0.05',
    '3 other versions # 200 $0.30',
    'Not recorded by version # 10 $0.05',
    'Total $1.00',
  ]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  const rightEdges = (text: RegExp) =>
    screen
      .getByText(text)
      .elements()
      .map((element) => Math.round(element.getBoundingClientRect().right));
  for (const column of [/^# [\d,]+ ?$/, /^\$\d\.\d\d$/]) expect(new Set(rightEdges(column)).size).toBe(1);
  await expectNoFindings();
});

it('names only numbers to whoever may not see versions, and no sum that the line does not cost', async () => {
  signIn('billing.read');
  answer(listMetricVersions, () => ({ versions }));
  const screen = await open();
  await expect.element(screen.getByText(/^These versions do not add up to this line/)).toBeVisible();
  expect(texts(screen).slice(0, 2)).toEqual(['Version 7 # 1,200 $0.60', 'Version 2 # 100 $0.05']);
});

it('says so where no versions were recorded', async () => {
  answer(listMetricVersions, () => ({ versions: [], unrecorded: share(100, 100) }));
  const screen = await open();
  await expect.element(screen.getByText('Not recorded by version.')).toBeVisible();
});

it('leaves out test runs, whether they have a price or not', async () => {
  const ofTests = { month: '2026-11', serviceId: 'shop', cents: 0, currency: 'usd' };
  const screen = await draw(
    <>
      <MetricVersions {...ofTests} metric={{ name: 'test', target: '*' }} />
      <MetricVersions {...ofTests} metric={{ name: 'invoke', target: 'test' }} />
      <MetricVersions {...ofTests} metric={{ name: 'invoke', target: '*' }} />
    </>,
  );
  await expect.element(screen.getByRole('button', { name: 'By version' })).toBeVisible();
  expect(screen.getByRole('button').elements()).toHaveLength(1);
});
