import { getUserPrices } from '@atrium/contract/pricing/price-list';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import type { CallOutcome } from './call-function.ts';
import { InvocationFacts } from './InvocationFacts.tsx';

const called: CallOutcome = {
  function: 'greet',
  event: null,
  status: 'OK',
  durationMs: 1,
  memoryBytes: 1,
  version: 1,
  input: 'null',
  result: '1',
  console: '',
  failure: null,
};
const { memoryBytes: _, ...calledBefore } = called;

it('says that the cost of a call is unknown where prices could not be loaded, and nothing where it has none', async () => {
  answer(getUserPrices, () => refusal(500, 'Try again later.'));
  const screen = await draw(<InvocationFacts serviceId="shop" invocation={called} />);
  await expect.element(screen.getByText('Cost unknown')).toBeVisible();
  answer(getUserPrices, () => ({}));
  await screen.client.refetchQueries();
  await expect.element(screen.getByText('Cost unknown')).not.toBeInTheDocument();
});

it.each([
  ['by an event', { ...called, event: 'orders.created' }],
  ['before memory was noted', calledBefore],
])('says nothing of the cost of a call that was made %s, which is never shown', async (_how, invocation) => {
  answer(getUserPrices, () => refusal(500, 'Try again later.'));
  const screen = await draw(
    <>
      <InvocationFacts serviceId="shop" invocation={invocation} />
      <InvocationFacts serviceId="shop" invocation={called} />
    </>,
  );
  await expect.element(screen.getByText('Cost unknown')).toBeVisible();
  expect(screen.getByText('Cost unknown').elements()).toHaveLength(1);
});
