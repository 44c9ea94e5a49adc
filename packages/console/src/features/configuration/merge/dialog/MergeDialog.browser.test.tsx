import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../../test/draw.tsx';
import { conflict, drawMerge } from '../../../../../test/draw-merge.tsx';
import type { MergeWork } from '../../drafts/merge-draft.ts';
import MergeDialog from './MergeDialog.tsx';

const same = { base: 'a\nb\nc\n', local: 'a\nL\nc\n', remote: 'a\nL\nc\n' };

it('keeps the last edits when another file is opened or the page is hidden right after them', async () => {
  const drafts = vi.fn<(work: MergeWork) => void>();
  let leave = () => {};
  function Page() {
    const [isThere, setThere] = useState(true);
    leave = () => setThere(false);
    return isThere ? <MergeDialog {...conflict} onDraft={drafts} onClose={() => undefined} /> : <p>Left</p>;
  }
  const screen = await draw(<Page />);
  const merged = screen.getByRole('textbox', { name: /Merged/ });
  await merged.click();
  await userEvent.keyboard('{Control>}{End}{/Control}// one');
  window.dispatchEvent(new PageTransitionEvent('pagehide'));
  expect(drafts.mock.lastCall?.[0].merged).toContain('// one');
  await userEvent.keyboard(' two');
  leave();
  await expect.element(screen.getByText('Left')).toBeVisible();
  expect(drafts.mock.lastCall?.[0].merged).toContain('// one two');
});

it('keeps what is submitted as a draft, because nothing is live yet', async () => {
  const { merged, onDraft, onSubmit } = await drawMerge({ sides: same });
  await merged.click();
  // Right after the last edit, and also where there was none: a draft that was merged on top may need no more.
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onDraft.mock.lastCall?.[0].merged).toBe(onSubmit.mock.lastCall?.[0]);
  await userEvent.keyboard('{Control>}{End}{/Control}// one{Control>}{Enter}{/Control}');
  expect(onSubmit.mock.lastCall?.[0]).toContain('// one');
  expect(onDraft.mock.lastCall?.[0].merged).toBe(onSubmit.mock.lastCall?.[0]);
});

it('gives what is pasted from Windows the line endings of the file', async () => {
  const { merged, onSubmit } = await drawMerge({ sides: same });
  await merged.click();
  await userEvent.keyboard('{Control>}{Home}{/Control}');
  const clipboard = new DataTransfer();
  clipboard.setData('text/plain', 'x\r\ny\r\n');
  merged.element().dispatchEvent(new ClipboardEvent('paste', { clipboardData: clipboard, cancelable: true }));
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit.mock.lastCall?.[0]).toBe(`x\ny\n${same.local}`);
});

it('takes the line endings of remote where local has no line break, and says nothing of local ones', async () => {
  const sides = { base: 'a', local: 'L', remote: 'R\r\nS\r\n' };
  const { screen, merged, onSubmit } = await drawMerge({ sides });
  await merged.click();
  await screen.getByRole('button', { name: 'Apply Remote for the whole file' }).click();
  await expect.element(screen.getByText('Ready to submit.')).toBeVisible();
  await expect.element(screen.getByText(/^Line endings/)).not.toBeInTheDocument();
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(onSubmit.mock.lastCall?.[0]).toBe(sides.remote);
});

it('closes by Escape only what Escape was pressed in: the search first, then the dialog', async () => {
  const { screen, merged, onClose } = await drawMerge();
  await merged.click();
  await userEvent.keyboard('{Control>}f{/Control}');
  const search = screen.getByRole('textbox', { name: 'Find' });
  await expect.element(search).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(search).not.toBeInTheDocument();
  expect(onClose).not.toHaveBeenCalled();
  await expect.element(merged).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});

it.each([
  ['browser', /Your draft is saved and will be offered/],
  ['page', /Your browser could not store the draft\. .* until you leave this page\./],
] as const)('says where the draft is before it closes: %s', async (draftPlace, words) => {
  const { screen, merged, onClose } = await drawMerge({ draftPlace });
  await merged.click();
  await userEvent.keyboard('x{Escape}');
  const question = screen.getByRole('alertdialog', { name: 'Close this merge?' });
  await expect.element(question).toMatchTextContent(words);
  expect(onClose).not.toHaveBeenCalled();
});

it('says how the keyboard leaves the text, and lists the keys from inside', async () => {
  const { screen, merged } = await drawMerge();
  await expect.element(merged).toHaveFocus();
  const advice = 'Ctrl+M: Tab leaves the text · F1: all keys';
  await expect.element(screen.getByText(advice)).toBeVisible();
  await expect.element(merged).toHaveAccessibleDescription(advice);
  await userEvent.keyboard('{F1}');
  const keys = screen.getByRole('dialog', { name: 'Keys' });
  await expect.element(keys).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(keys).not.toBeInTheDocument();
  await expect.element(merged).toHaveFocus();
  await userEvent.keyboard('{Control>}m{/Control}{Tab}');
  await expect.element(merged).not.toHaveFocus();
  await expect.element(merged).toMatchTextContent(/b/);
});

it('shows the same without controls where it is read-only, and each region with what was before', async () => {
  const { screen } = await drawMerge({ isReadOnly: true });
  await screen.getByRole('button', { name: 'More about Conflict 1 of 1' }).click();
  await expect.element(screen.getByRole('menuitem')).toHaveTextContent('Show both sides and the original');
  await screen.getByRole('menuitem').click();
  const peek = screen.getByRole('complementary', { name: 'Base, local and remote' });
  await expect.element(peek).toBeVisible();
  await peek.getByRole('button', { name: 'Close' }).click();
  const controls = screen.getByRole('button', { name: /^(?:Preview|Keep Local|Apply Remote|Submit)/ });
  await expect.element(controls).not.toBeInTheDocument();
});

it('gives the heads of the panes no more room than their labels need, however short the file', async () => {
  const { screen } = await drawMerge({ sides: { base: 'a', local: 'L', remote: 'R' } });
  for (const name of [/^Local/, /^Merged/, /^Remote/]) {
    const heading = screen.getByRole('heading', { level: 3, name });
    await expect.element(heading).toBeVisible();
    const head = heading.element().closest('header') as HTMLElement;
    const text = head.nextElementSibling as HTMLElement;
    expect(head.getBoundingClientRect().height).toBeLessThan(100);
    expect(text.getBoundingClientRect().height).toBeGreaterThan(head.getBoundingClientRect().height);
  }
});

it('stays at its place in another layout, and where panes begin to scroll apart', async () => {
  const lines = (text: string) =>
    Array.from({ length: 400 }, (_, index) =>
      index % 100 === 50 ? `${text} ${index}` : `line ${index}`,
    ).join('\n');
  const { screen } = await drawMerge({
    sides: { base: lines('base'), local: lines('here'), remote: lines('there') },
  });
  for (let count = 0; count < 3; count++) await screen.getByRole('button', { name: 'Next conflict' }).click();
  const place = screen.getByText('there 250', { exact: true });
  await expect.element(place).toBeInViewport();
  await screen.getByRole('button', { name: 'Portrait layout' }).click();
  await expect.element(place).toBeInViewport();
  await screen.getByRole('button', { name: 'Landscape layout' }).click();
  await expect.element(place).toBeInViewport();
  await screen.getByRole('button', { name: 'View and filters' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Synchronous scrolling' }).click();
  await expect.element(place).toBeInViewport();
  await screen.getByRole('button', { name: 'View and filters' }).click();
  await screen.getByRole('menuitemcheckbox', { name: 'Synchronous scrolling' }).click();
  await expect.element(place).toBeInViewport();
});
