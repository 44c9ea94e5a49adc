import { expect } from '../../support/test.ts';
import {
  all,
  choose,
  dialog,
  goTo,
  heading,
  inMap,
  leave,
  openLink,
  press,
  question,
  save,
  see,
  type,
} from './steps.ts';
import type { Step, Walks } from './walk.ts';

const isPressed: Step = ({ page }, label) =>
  expect(page.getByRole('button', { name: label, exact: true })).toHaveAttribute('aria-pressed', 'true');

/** What a month costs, and paying for it: for someone with months behind them. */
export const moneyWalks: Walks = {
  'usage-and-free-tier': [
    ['Usage', inMap('Usage')],
    ['Month', choose({ index: 1 })],
    ['Toggle All Metrics', all(press(heading('Usage')), isPressed)],
    ['Export CSV', save],
    ['Functions and collections', see('region')],
    ['Cost by day', see('region')],
    ['Stacked by', choose('Measure')],
    ['Payment info', inMap('Payment Information')],
    ['Payment info', inMap('Payment Information')],
    ['Credits', see('region')],
  ],
  'budgets-and-limits': [
    ['Usage', inMap('Usage')],
    ['Add budget', press(dialog('Add budget'))],
    ['Amount in dollars', all(type('25'), leave('Cancel'))],
    ['Limits', see('region')],
  ],
  'pay-invoices': [
    ['Payment info', inMap('Payment Information')],
    ['View All', all(goTo('/console/'), openLink(heading('Invoices')))],
    ['Export CSV', save],
    // The test of payments pays it.
    [
      'Pay Now',
      ({ page }, label) =>
        expect(page.getByRole('button', { name: new RegExp(`^${label}: invoice`) })).toBeEnabled(),
    ],
    ['Payment info', inMap('Payment Information')],
    ['Turn on automatic payment', all(press(question), leave('Cancel'))],
  ],
};
