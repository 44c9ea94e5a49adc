import type { Pull } from '@atrium/contract/configuration/pull';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { useMergeDraft } from './use-merge-draft.ts';

const files = { base: 'a\n', local: 'b\n', remote: 'c\n' };
const workOf = (merged: string) => ({
  ...files,
  merged,
  regions: [],
  positions: new Int32Array(),
  savedAt: '2026-11-26T12:00:00.000Z',
});

function Merge({ uuid }: { uuid: string }) {
  const pull = { uuid, gitUrl: uuid, branch: 'main' } as Pull;
  const draft = useMergeDraft(pull, 'shop', 'functions/greet.js');
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

function Page({ uuid }: { uuid: string }) {
  const [round, setRound] = useState(0);
  return (
    <>
      <button onClick={() => setRound(round + 1)}>Reopen</button>
      <Merge key={round} uuid={uuid} />
    </>
  );
}

async function open() {
  const screen = await draw(<Page uuid={crypto.randomUUID()} />);
  const click = (name: string) => screen.getByRole('button', { name }).click();
  const expectText = (text: string) => expect.element(screen.getByText(text, { exact: true })).toBeVisible();
  await expectText('offers nothing');
  await click('Work');
  await click('Reopen');
  await expectText('offers first');
  return { click, expectText };
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
