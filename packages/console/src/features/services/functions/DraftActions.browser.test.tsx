import { editFiles } from '@atrium/contract/configuration/edit';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import { DraftActions } from './DraftActions.tsx';
import { SaveDraftDialog } from './SaveDraftDialog.tsx';
import { useDraft } from './use-draft.ts';

const source = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;
const place = { folderPath: 'functions', name: 'greet.js' };
const file = (content: string, digit: string) => ({ content, checksum: digit.repeat(40) });
const before = file('one\ntwo\nthree\n', 'a');

function Work({ id }: { id: string }) {
  const { draft, newest, change } = useDraft(id);
  if (draft === null)
    return <button onClick={() => change({ text: 'ONE\ntwo\nthree\n', base: before })}>Edit</button>;
  return (
    <>
      <pre>{JSON.stringify(draft)}</pre>
      <button onClick={() => change({ ...draft, text: 'ONE\ntwo\nTHREE\n' })}>Type</button>
      <DraftActions
        serviceId="shop"
        place={place}
        label="the function greet"
        draft={draft}
        newest={newest}
        live={before}
        isComparing={false}
        onCompare={() => undefined}
        onChange={change}
        onMerged={() => undefined}
      />
    </>
  );
}

async function save() {
  const held = Promise.withResolvers<Response | { version: number; backupId: null }>();
  answer(editFiles, () => held.promise);
  const screen = await draw(<Work id={crypto.randomUUID()} />);
  await screen.getByRole('button', { name: 'Edit' }).click();
  // Simulates the keyboard, which reaches the editor even while the dialog blocks the mouse.
  const type = screen.getByRole('button', { name: 'Type' }).element() as HTMLElement;
  await screen.getByRole('button', { name: 'Save' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Save as a new version' });
  const send = dialog.getByRole('button', { name: 'Save' });
  await send.click();
  await expect.element(send).toHaveAttribute('aria-disabled', 'true');
  return { screen, dialog, type, end: held.resolve };
}

it('clears a draft that was saved', async () => {
  answer(source, () => before);
  const { screen, end } = await save();
  end({ version: 2, backupId: null });
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeVisible();
});

it('keeps what was typed after it had been sent, as a draft of what is live now', async () => {
  const live = file('ONE\ntwo\nthree\n', 'b');
  answer(source, () => live);
  const { screen, dialog, type, end } = await save();
  type.click();
  end({ version: 2, backupId: null });
  await expect.element(dialog).not.toBeInTheDocument();
  expect(JSON.parse(screen.container.querySelector('pre')?.textContent ?? '')).toEqual({
    text: 'ONE\ntwo\nTHREE\n',
    base: live,
  });
});

it('merges the newest text with a change that someone else has made meanwhile', async () => {
  const live = file('one\ntwo\nthree\nfour\n', 'c');
  answer(source, () => live);
  const { screen, dialog, type, end } = await save();
  type.click();
  const details = { version: 2, files: [{ ...place, checksum: live.checksum }] };
  end(Response.json({ status: 409, message: 'The file has changed.', details }, { status: 409 }));
  await expect.element(dialog).not.toBeInTheDocument();
  const { text } = JSON.parse(screen.container.querySelector('pre')?.textContent ?? '');
  expect(text).toContain('ONE');
  expect(text).toContain('THREE');
  expect(text).toContain('four');
});

it('takes an edit that is still going on for no one else’s change', async () => {
  let reads = 0;
  answer(source, () => {
    reads += 1;
    return before;
  });
  const { screen, dialog, end } = await save();
  end(refusal(409, 'The same request is still in progress.'));
  await expect.element(dialog.getByText('The same request is still in progress.')).toBeVisible();
  await expect.poll(() => screen.client.isFetching()).toBe(0);
  expect(reads).toBe(0);
});

it('says before a save what the function declares then, and nothing where that stays', async () => {
  answer({ ...listValues, path: `/services/shop${listValues.path}` as const }, () => ({ content: [] }));
  const meta = { folderPath: 'functions', name: 'greet.meta.js' };
  const dialogOf = (text: string) => (
    <SaveDraftDialog
      serviceId="shop"
      place={meta}
      label="the file functions/greet.meta.js"
      draft={{ text, base: file(`export default { timeout: 5 };`, 'a') }}
      newest={() => null}
      onChange={() => undefined}
      onMerged={() => undefined}
      onClose={() => undefined}
    />
  );
  const screen = await draw(dialogOf(`export default { timeout: 5, secrets: ['KEY'] };`));
  await expect.element(screen.getByText('functions/greet: gets the secret KEY')).toBeVisible();
  await expect
    .element(screen.getByText('functions/greet: needs the secret KEY, which is not set'))
    .toBeVisible();
  await screen.unmount();
  const other = await draw(dialogOf(`export default { timeout: 5, tags: ['a'] };`));
  await expect.element(other.getByRole('dialog')).toBeVisible();
  await expect.poll(() => other.client.isFetching()).toBe(0);
  await expect.element(other.getByText(/gets the secret|Functions reach/)).not.toBeInTheDocument();
});
