import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { draw } from '../../../../test/draw.tsx';
import MergeDialog from './MergeDialog.tsx';
import type { MergeWork } from './merge-draft.ts';

const sides = { base: 'a\nb\nc\n', local: 'a\nL\nc\n', remote: 'a\nR\nc\n' };
const label = (name: string) => ({ name, detail: '' });
const labels = {
  base: label('Base'),
  local: label('Local'),
  remote: label('Remote'),
  merged: label('Merged'),
};

it('keeps the last edits when another file is opened or the page is hidden right after them', async () => {
  const drafts = vi.fn<(work: MergeWork) => void>();
  let leave = () => {};
  function Page() {
    const [isThere, setThere] = useState(true);
    leave = () => setThere(false);
    return isThere ? (
      <MergeDialog
        title="Merge"
        name="greet.js"
        serviceId="shop"
        sides={sides}
        labels={labels}
        onDraft={drafts}
        onClose={() => undefined}
      />
    ) : (
      <p>Left</p>
    );
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
  const drafts = vi.fn<(work: MergeWork) => void>();
  const onSubmit = vi.fn<(merged: string) => void>();
  const same = { ...sides, remote: sides.local };
  const screen = await draw(
    <MergeDialog
      title="Merge"
      name="greet.js"
      serviceId="shop"
      sides={same}
      labels={labels}
      onDraft={drafts}
      onSubmit={onSubmit}
      onClose={() => undefined}
    />,
  );
  await screen.getByRole('textbox', { name: /Merged/ }).click();
  // Right after the last edit, and also where there was none: a draft that was merged on top may need no more.
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  expect(drafts.mock.lastCall?.[0].merged).toBe(onSubmit.mock.lastCall?.[0]);
  await userEvent.keyboard('{Control>}{End}{/Control}// one{Control>}{Enter}{/Control}');
  expect(onSubmit.mock.lastCall?.[0]).toContain('// one');
  expect(drafts.mock.lastCall?.[0].merged).toBe(onSubmit.mock.lastCall?.[0]);
});
