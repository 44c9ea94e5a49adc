import { rehearsePriceRule } from '@atrium/contract/pricing/price-rehearsal';
import { type PriceRule, SUBJECT_CHANGES_TODAY } from '@atrium/contract/pricing/price-rule';
import { expect, it } from 'vitest';
import { draw } from '../../../test/draw.tsx';
import { answer } from '../../../test/platform.ts';
import { PriceRuleDialog } from './PriceRuleDialog.tsx';

const rule: PriceRule = {
  id: '0190f2c4-7a10-7000-8000-000000000000',
  service: 'content',
  target: '*',
  metric: 'query',
  measure: 'COUNTER',
  cents: '2',
  units: 100,
  startsOn: '2026-01-01',
  planned: [],
};

it('says at the day that a rule in force gets another subject today', async () => {
  answer(rehearsePriceRule, () => []);
  const screen = await draw(<PriceRuleDialog rule={rule} onClose={() => {}} />);
  const day = screen.getByLabelText('Starts on');
  const metric = screen.getByLabelText(/^Metric/);
  await expect.element(day).toHaveAccessibleDescription(/^Leave empty to start today\./);
  await metric.fill('calls');
  await expect.element(day).toHaveAccessibleDescription(SUBJECT_CHANGES_TODAY);
  await metric.fill(rule.metric);
  await expect.element(day).toHaveAccessibleDescription(/^Leave empty to start today\./);
});
