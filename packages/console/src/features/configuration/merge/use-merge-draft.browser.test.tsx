import type { Pull } from '@atrium/contract/configuration/pull';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { readDraft, saveDraft } from '../drafts/draft-store.ts';
import { findDrafts, readKept } from '../drafts/kept-drafts.ts';
import { draftKey, type MergeDraft, newestDraftKey } from '../drafts/merge-draft.ts';
import { markSubmitted, unmarkSubmitted } from '../drafts/submitted-drafts.ts';
import type { PaneRegion } from '../panes/pane-region.ts';
import { useMergeDraft } from './use-merge-draft.ts';

const place = { folderPath: 'functions', name: 'greet.js' };
const files = { base: 'a\n', local: 'b\n', remote: 'c\n' };
const only = { from: 0, to: 1 };
const workOf = (merged: string) => ({
  ...files,
  merged,
  regions: [
    { id: 0, kind: 'conflict', state: 'by-hand', base: only, local: only, remote: only } satisfies PaneRegion,
  ],
  positions: Int32Array.of(0, merged.length),
  savedAt: '2026-11-26T12:00:00.000Z',
});

function Merge({ uuid, gitUrl, local }: { uuid: string; gitUrl: string; local: string }) {
  const pull = { uuid, gitUrl, branch: 'main' } as Pull;
  const draft = useMergeDraft(pull, 'shop', filePathOf(place), local);
  const { found, resumed } = draft;
  if (found === undefined) return <p>Reading</p>;
  return (
    <>
      <p>{resumed ? `on with ${resumed.draft?.merged}` : `offers ${found?.merged ?? 'nothing'}`}</p>
      <button onClick={() => draft.save(workOf(resumed ? 'third' : found ? 'second' : 'first'), files)}>
        Work
      </button>
      {found && <button onClick={() => draft.resume(found, files)}>Continue</button>}
      <button onClick={draft.discard}>Discard</button>
    </>
  );
}

function Page({ uuid, live = 'first' }: { uuid: string; live?: string }) {
  const [round, setRound] = useState(0);
  const [later, setLater] = useState('');
  const [local, setLocal] = useState(files.local);
  return (
    <>
      <button onClick={() => setRound(round + 1)}>Reopen</button>
      <button onClick={() => setLater(later ? '' : ' later')}>Turn to the other pull</button>
      <button onClick={() => setLocal(local === 'b\n' ? live : 'b\n')}>Make live or undo</button>
      <Merge key={`${round}${later}${local}`} uuid={uuid + later} gitUrl={uuid} local={local} />
    </>
  );
}

async function open(live?: string) {
  const uuid = crypto.randomUUID();
  const screen = await draw(<Page uuid={uuid} {...(live !== undefined && { live })} />);
  const click = (name: string) => screen.getByRole('button', { name }).click();
  const expectText = (text: string) => expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expectText('offers nothing');
  await click('Work');
  await click('Reopen');
  await expectText('offers first');
  return { uuid, click, expectText };
}

it('keeps a draft that is still offered when something else is done meanwhile', async () => {
  const { click, expectText } = await open();
  await click('Work');
  await click('Reopen');
  await expectText('offers second');
  await click('Discard');
  await expectText('offers first');
  await click('Reopen');
  await expectText('offers first');
  await click('Discard');
  await click('Reopen');
  await expectText('offers nothing');
});

it('keeps what was done before a draft was gone on with', async () => {
  const { click, expectText } = await open();
  await click('Work');
  await click('Continue');
  await expectText('on with first');
  await click('Work');
  await click('Reopen');
  await expectText('offers third');
  await click('Discard');
  await expectText('offers second');
});

it('a discarded draft does not take along what was done while it was offered', async () => {
  const { click, expectText } = await open();
  await click('Work');
  await click('Discard');
  await expectText('offers nothing');
  await click('Reopen');
  await expectText('offers second');
});

/** The service is submitted with a result of the dialog. */
const submit = (uuid: string, merged: string) =>
  markSubmitted('', uuid, 'shop', [place], {
    files: { [filePathOf(place)]: { merged } },
  });

it('offers a draft to every later pull until it is live, and again when that was undone', async () => {
  const { uuid, click, expectText } = await open();
  await click('Turn to the other pull');
  await expectText('offers first');
  await submit(uuid, 'first');
  await click('Make live or undo');
  await expectText('offers nothing');
  await click('Turn to the other pull');
  await expectText('offers nothing');
  await click('Make live or undo');
  await expectText('offers first');
});

it('offers what an undo took back, whatever someone makes live after it', async () => {
  const { uuid, click, expectText } = await open('of someone else');
  await submit(uuid, 'first');
  await unmarkSubmitted('', uuid, 'shop', [place]);
  await click('Make live or undo');
  await expectText('offers first');
});

it('does not offer what was passed over for a draft that went live', async () => {
  const { uuid, click, expectText } = await open();
  await click('Work');
  await click('Reopen');
  await expectText('offers second');
  await submit(uuid, 'second');
  await click('Make live or undo');
  await expectText('offers nothing');
});

it('does not offer what is live though the answer to its submit was lost, and again when that was undone', async () => {
  const { click, expectText } = await open();
  await click('Make live or undo');
  await expectText('offers nothing');
  await click('Make live or undo');
  await expectText('offers first');
});

it('still offers what was done after the result that went live was stored', async () => {
  const { uuid, click, expectText } = await open('what was stored');
  await submit(uuid, 'what was stored');
  await click('Make live or undo');
  await expectText('offers first');
});

it('goes on in one pull with what another one has, whichever is older', async () => {
  const { click, expectText } = await open();
  await click('Turn to the other pull');
  await expectText('offers first');
  await click('Work');
  await click('Turn to the other pull');
  await expectText('offers second');
  await click('Continue');
  await click('Work');
  await click('Turn to the other pull');
  await expectText('offers third');
  await click('Discard');
  await expectText('offers first');
  await click('Turn to the other pull');
  await expectText('offers first');
  await click('Discard');
  await click('Turn to the other pull');
  await expectText('offers nothing');
});

it('discards no draft but the one that it offers, although another pull has the newest', async () => {
  const { uuid, click, expectText } = await open();
  await click('Turn to the other pull');
  await expectText('offers first');
  await click('Continue');
  await click('Work');
  // Another tab still has the first pull open.
  await saveDraft(draftKey('', uuid, 'shop', filePathOf(place)), { ...workOf('elsewhere'), files });
  await click('Turn to the other pull');
  await expectText('offers elsewhere');
  await click('Discard');
  await expectText('offers third');
  await click('Turn to the other pull');
  await expectText('offers third');
});

it('keeps what another tab does on the same file beside what is done here', async () => {
  const { uuid, click, expectText } = await open();
  await click('Continue');
  await click('Work');
  const key = draftKey('', uuid, 'shop', filePathOf(place));
  const elsewhere = (merged: string) => ({ ...workOf(merged), files, workId: 'of the other tab' });
  await saveDraft(key, elsewhere('before'));
  window.dispatchEvent(new FocusEvent('focus'));
  await expect.poll(() => readDraft<MergeDraft>(key)).toMatchObject({ merged: 'third' });
  await saveDraft(key, elsewhere('after'));
  window.dispatchEvent(new FocusEvent('focus'));
  await expect.poll(() => readDraft<MergeDraft>(key)).toMatchObject({ merged: 'third' });
  await click('Work');
  await click('Reopen');
  await expectText('offers third');
  await click('Discard');
  await expectText('offers after');
  await click('Discard');
  await expectText('offers nothing');
});

it('offers what another tab did meanwhile, where nothing was done yet', async () => {
  const { uuid, click, expectText } = await open();
  const key = draftKey('', uuid, 'shop', filePathOf(place));
  await saveDraft(key, { ...workOf('elsewhere'), files, workId: 'of the other tab' });
  window.dispatchEvent(new FocusEvent('focus'));
  await expectText('offers elsewhere');
  await click('Work');
  await click('Reopen');
  await expectText('offers second');
  await click('Discard');
  await expectText('offers elsewhere');
});

it('offers no discarded draft again after a look at another window', async () => {
  const { uuid, click, expectText } = await open();
  await click('Work');
  await click('Reopen');
  await expectText('offers second');
  await click('Discard');
  await expectText('offers first');
  const key = draftKey('', uuid, 'shop', filePathOf(place));
  await expect.poll(() => readDraft<MergeDraft>(key)).toMatchObject({ merged: 'first' });
  window.dispatchEvent(new FocusEvent('focus'));
  // The hook has read the store by the time this read completes.
  await readKept(key, files.local);
  await click('Reopen');
  await expectText('offers first');
  await click('Discard');
  await expectText('offers nothing');
});

const path = filePathOf(place);

/** Returns the drafts offered to a user in a pull. */
async function offersTo(userId: string, uuid: string) {
  const newestKey = newestDraftKey(userId, { gitUrl: uuid, branch: 'main' }, 'shop', path);
  const { drafts } = await findDrafts(draftKey(userId, uuid, 'shop', path), newestKey, files.local);
  return drafts.map(({ merged }) => merged);
}

it('offers a draft only to its author, whoever looks at the pull in the same browser', async () => {
  const { uuid } = await open();
  expect(await offersTo('', uuid)).toEqual(['first']);
  expect(await offersTo('eve', uuid)).toEqual([]);
});

it('leaves what another key has where the browser has no room to keep it under its own', async () => {
  const uuid = crypto.randomUUID();
  const otherKey = draftKey('', `${uuid} later`, 'shop', path);
  await saveDraft(otherKey, { ...workOf('before'), files });
  await saveDraft(newestDraftKey('', { gitUrl: uuid, branch: 'main' }, 'shop', path), otherKey);
  const screen = await draw(<Page uuid={uuid} />);
  await expect.element(screen.getByText('offers before', { exact: true })).toBeVisible();
  const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
    throw new DOMException('The storage is full.', 'QuotaExceededError');
  });
  await screen.getByRole('button', { name: 'Continue' }).click();
  const key = draftKey('', uuid, 'shop', path);
  await expect.poll(() => readDraft<MergeDraft>(key)).toMatchObject({ merged: 'before' });
  expect(await readDraft(otherKey)).toMatchObject({ merged: 'before' });

  full.mockRestore();
  await screen.getByRole('button', { name: 'Work' }).click();
  await expect.poll(() => readDraft(otherKey)).toBeUndefined();
  expect(await readDraft(key)).toMatchObject({ merged: 'third' });
});
