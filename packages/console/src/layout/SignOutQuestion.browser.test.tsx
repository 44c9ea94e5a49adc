import { createBrowserHistory } from '@tanstack/react-router';
import { beforeEach, expect, it } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { draw } from '../../test/draw.tsx';
import { connectWidget, type WidgetElement } from '../api/session.ts';
import { forgetKeptTexts, keepText } from '../lib/kept-text.ts';
import { Button } from '../ui/Button.tsx';
import { useUnsavedGuard } from '../ui/use-unsaved-guard.tsx';
import { askToLogOut } from './log-out.ts';
import { SignOutQuestion } from './SignOutQuestion.tsx';

// Tests of other pages have left some: all share one tab.
beforeEach(() => forgetKeptTexts());

function Page({ isUnsaved = false }) {
  const { question } = useUnsavedGuard(() => isUnsaved);
  return (
    <>
      <Button onClick={askToLogOut}>Leave</Button>
      <SignOutQuestion />
      {question}
    </>
  );
}

async function open(page = <Page />) {
  const ended = { count: 0 };
  const widget = Object.assign(document.createElement('div'), {
    start: () => undefined,
    session: { hasLoggedOut: false, logout: async () => void (ended.count += 1) },
  }) as unknown as WidgetElement;
  connectWidget(widget, { onThemeChanged: () => undefined, onDifferentUser: () => undefined });
  const screen = await draw(page, { history: createBrowserHistory() });
  const leave = screen.getByRole('button', { name: 'Leave' });
  return { ended, leave, question: screen.getByRole('alertdialog', { name: /^Sign out and discard/ }) };
}

it('signs out at once where nothing is lost', async () => {
  const { ended, leave, question } = await open();
  await leave.click();
  expect(ended.count).toBe(1);
  await expect.element(question).not.toBeInTheDocument();
});

it('asks before drafts are deleted, which stay with whoever stays', async () => {
  keepText('ada/shop/a', 'a');
  keepText('ada/shop/b', 'b');
  const { ended, leave, question } = await open();
  await leave.click();
  await expect.element(question.getByText(/2 drafts in this tab would be deleted\./)).toBeVisible();
  await question.getByRole('button', { name: 'Stay signed in' }).click();
  await expect.element(question).not.toBeInTheDocument();
  expect(ended.count).toBe(0);
  await leave.click();
  await question.getByRole('button', { name: 'Sign out' }).click();
  expect(ended.count).toBe(1);
  await expect.element(question).not.toBeInTheDocument();
});

it('asks before a form is lost that has not been saved', async () => {
  const { ended, leave, question } = await open(<Page isUnsaved />);
  await leave.click();
  await expect.element(question.getByText(/Your entries have not been saved\./)).toBeVisible();
  expect(ended.count).toBe(0);
  await question.getByRole('button', { name: 'Stay signed in' }).click();
});

it('asks no more once the session has ended elsewhere', async () => {
  keepText('ada/shop/a', 'a');
  const { leave, question } = await open();
  await leave.click();
  await expect.element(question).toBeVisible();
  await cleanup();
  const again = await open();
  await expect.element(again.leave).toBeVisible();
  await expect.element(again.question).not.toBeInTheDocument();
});
