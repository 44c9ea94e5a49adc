import { useState } from 'react';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import { expectClearOf, ManyButtons } from '../../../../test/focus-clear.tsx';
import { SubmitBar } from './SubmitBar.tsx';

const summary = 'Submit 3 changes to Functions: 2 changed, 1 deletion. Discards 1 change made here.';

/** On a phone, with a button that makes one of the other actions needed. */
function Bar({ isNeeded }: { isNeeded: boolean }) {
  const [isMoreNeeded, setMoreNeeded] = useState(isNeeded);
  return (
    <SubmitBar
      summary={summary}
      openCount={0}
      onLeadToOpen={() => undefined}
      tested={null}
      after={<button type="button">Test this merge</button>}
      isMoreNeeded={isMoreNeeded}
    >
      <button type="button" onClick={() => setMoreNeeded(true)}>
        Submit
      </button>
    </SubmitBar>
  );
}

it('folds and unfolds the other actions, also while one of them is needed', async () => {
  await page.viewport(360, 640);
  const screen = await draw(<Bar isNeeded />);
  const action = screen.getByText('Test this merge');
  await expect.element(action).toBeVisible();
  await screen.getByRole('button', { name: 'Fewer actions' }).click();
  await expect.element(action).not.toBeVisible();
  await screen.getByRole('button', { name: 'More actions' }).click();
  await expect.element(action).toBeVisible();
});

it('unfolds them when one becomes needed, whatever was chosen before', async () => {
  await page.viewport(360, 640);
  const screen = await draw(<Bar isNeeded={false} />);
  const action = screen.getByText('Test this merge');
  await expect.element(action).not.toBeVisible();
  await screen.getByRole('button', { name: 'More actions' }).click();
  await screen.getByRole('button', { name: 'Fewer actions' }).click();
  await screen.getByRole('button', { name: 'Submit' }).click();
  await expect.element(action).toBeVisible();
});

it('shows all that Submit will do on the narrowest phone', async () => {
  await page.viewport(320, 640);
  const screen = await draw(<Bar isNeeded={false} />);
  const status = screen.getByRole('status');
  await expect.element(status).toHaveTextContent(summary);
  const { scrollWidth, clientWidth } = status.element();
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth);
});

it('keeps the sentence beside the button that folds the actions, and wide', async () => {
  await page.viewport(360, 640);
  const screen = await draw(<Bar isNeeded />);
  const sentence = screen.getByRole('status').element().getBoundingClientRect();
  const fold = screen.getByRole('button', { name: 'Fewer actions' }).element().getBoundingClientRect();
  expect(sentence.width).toBeGreaterThan(200);
  expect(fold.top).toBeLessThan(sentence.bottom);
  const action = screen.getByText('Test this merge').element().getBoundingClientRect();
  expect(action.top).toBeGreaterThanOrEqual(fold.bottom);
});

it('does not cover what has the focus on the way down a page', async () => {
  await page.viewport(360, 640);
  const screen = await draw(
    <>
      <ManyButtons />
      <Bar isNeeded />
    </>,
  );
  const bar = screen.getByRole('status').element().closest<HTMLElement>('[data-staying-bar]') as HTMLElement;
  await expectClearOf(bar, 'bottom');
});
