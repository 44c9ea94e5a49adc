import type { TestFailure } from '@atrium/contract/test-runs/test-failure';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { FailureView } from './FailureView.tsx';

const failure: TestFailure = {
  kind: 'error',
  name: 'Error',
  message: 'An order needs the e-mail of the customer',
  expected: null,
  actual: null,
  place: null,
  stack: [],
};

it.each([
  ['error', 'Error', 'Error'],
  ['error', 'TypeError', 'TypeError'],
  ['assertion', 'AssertionError', 'Assertion failed'],
  ['timeout', 'TimeLimit', 'Time limit'],
  ['memory', 'MemoryLimit', 'Memory limit'],
] as const)('says once what kind of failure it is: %s %s', async (kind, name, title) => {
  const screen = await draw(<FailureView failure={{ ...failure, kind, name }} />);
  await expect.poll(() => screen.getByRole('alert').element().textContent).toBe(`${title}${failure.message}`);
});

it('tells why expected and actual look the same', async () => {
  const compared = { expected: '{\n  a: 1,\n}', actual: '{\n  a: 1,\n}' };
  const screen = await draw(<FailureView failure={{ ...failure, kind: 'assertion', ...compared }} />);
  const group = screen.getByRole('group', { name: 'Expected and actual' });
  await expect
    .poll(() => group.element().textContent)
    .toMatch(/^Expected and actual look the same here, .* use to\.deep\.equal\.$/);
});
