import { listConfiguredServices } from '@atrium/contract/configuration/configured-services';
import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import type { Pull } from '@atrium/contract/configuration/pull';
import { toPagedResult } from '@atrium/contract/paging';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { listVersions } from '@atrium/contract/service-api/versions/versions';
import { useReducer } from 'react';
import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { type Choices, choicesOf } from '../decisions/diff-choices.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { type ChoiceAction, reduceChoices } from '../decisions/reduce-choices.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { saveDraft } from '../drafts/draft-store.ts';
import { draftKey, type MergeDraft } from '../drafts/merge-draft.ts';
import { MergeTexts } from './MergeTexts.tsx';

const path = 'functions/greet.js';
const sides = { base: 'a\nb\nc\n', local: 'a\nL\nc\n', remote: 'a\nR\nc\n' };
const [file] = sampleFiles({
  base: { [path]: blobId(sides.base) },
  local: { [path]: blobId(sides.local) },
  remote: { [path]: blobId(sides.remote) },
}) as [DiffFile];
const stored = 'a\nbyHand\nc\n';
const merged: Choices = {
  services: {
    shop: {
      isIgnored: false,
      files: { [path]: { choice: 'merge-local', merged: stored, mergedOn: blobId(sides.local) } },
    },
  },
};

function Page({ uuid, isReadOnly = false }: { uuid: string; isReadOnly?: boolean }) {
  const [choices, dispatch] = useReducer<Choices, [ChoiceAction]>(reduceChoices, merged);
  const pull = { uuid, gitUrl: uuid, branch: 'main', commitSha: 'a'.repeat(40) } as Pull;
  const diff = {
    service: { serviceId: 'shop', serviceName: 'Shop' },
    local: { version: 1 },
    files: [file],
    changed: [file],
  } as unknown as ServiceDiff;
  const decision = choicesOf(choices, 'shop').files[path];
  return (
    <>
      <p>{decision?.merged === undefined ? 'nothing stored' : 'stored'}</p>
      <MergeTexts
        pull={pull}
        diff={diff}
        choices={choicesOf(choices, 'shop')}
        dispatch={dispatch}
        open={null}
        onOpen={() => undefined}
        file={file}
        listed={file}
        isReadOnly={isReadOnly}
        onReopen={() => undefined}
        title="Merge"
        files={sides}
        aside={null}
        handle={null}
        onOpenCount={() => undefined}
        onChoose={() => undefined}
      />
    </>
  );
}

beforeEach(() => {
  const history = { state: 'COMPLETE', contents: 'COMPLETE', contentsError: null, unreadable: {} } as const;
  answer(getLastCommits, () => ({ ...history, commits: [], files: {} }));
  answer(listConfiguredServices, () => ({ services: [] }));
  answer({ ...listVersions, path: `/services/shop${listVersions.path}` }, () =>
    toPagedResult([], 0, { page: 0, size: 10 }),
  );
});

it('goes on from the stored result where there is no draft', async () => {
  const screen = await draw(<Page uuid={crypto.randomUUID()} />);
  await expect.element(screen.getByRole('textbox', { name: /Merged/ })).toMatchTextContent(/byHand/);
  await expect.element(screen.getByText('Ready to submit.')).toBeVisible();
});

it('shows the stored result to whoever only looks, also where a draft is kept', async () => {
  const uuid = crypto.randomUUID();
  const draft: MergeDraft = {
    ...sides,
    merged: 'a\nb\nc\n',
    regions: [],
    positions: new Int32Array(),
    savedAt: '2026-11-26T12:00:00.000Z',
    draftSide: null,
    files: sides,
  };
  await saveDraft(draftKey('', uuid, 'shop', path), draft);
  const screen = await draw(<Page uuid={uuid} isReadOnly />);
  await expect.element(screen.getByRole('textbox', { name: /Merged/ })).toMatchTextContent(/byHand/);
});

it('takes the stored result back with the draft, says so before and after, and undoes it', async () => {
  const uuid = crypto.randomUUID();
  const draft: MergeDraft = {
    ...sides,
    merged: stored,
    regions: [],
    positions: new Int32Array(),
    savedAt: '2026-11-26T12:00:00.000Z',
    draftSide: null,
    files: sides,
  };
  await saveDraft(draftKey('', uuid, 'shop', path), draft);
  const screen = await draw(<Page uuid={uuid} />);
  await expect.element(screen.getByText(/discarding the draft takes it back, too\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Discard the draft' }).click();
  const taken = screen.getByText(/your merge of this file was taken back\. The choice is Remote again\./);
  await expect.element(taken).toBeVisible();
  await expect.element(screen.getByText('nothing stored')).toBeInTheDocument();
  await expect.element(screen.getByRole('textbox', { name: /Merged/ })).not.toMatchTextContent(/byHand/);
  await screen.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect.element(screen.getByRole('textbox', { name: /Merged/ })).toMatchTextContent(/byHand/);
  await expect.element(screen.getByText('stored', { exact: true })).toBeInTheDocument();
});
