import { readBaseFile } from '@atrium/contract/configuration/bases';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { ModifyDeletePanel } from './ModifyDeletePanel.tsx';

const uuid = '0190f2c4-7a10-7000-8000-000000000000';
const path = 'functions/greet.js';
/** Deleted in git, and changed here since a base. */
const changedSince = (base: string) =>
  sampleFiles({ base: { [path]: base }, local: { [path]: 'c'.repeat(40) }, remote: {} })[0] as DiffFile;
const [before, after] = ['a', 'b'].map((digit) => digit.repeat(40)) as [string, string];

function Panel() {
  const [file, setFile] = useState(changedSince(before));
  return (
    <ModifyDeletePanel
      uuid={uuid}
      serviceId="shop"
      title="Merge"
      file={file}
      conflict="remote-deleted"
      contents={{ local: 'changed here', remote: null, base: null }}
      choice="local"
      onChoose={() => undefined}
      onReopen={() => setFile(changedSince(after))}
      onClose={() => undefined}
      aside={null}
    />
  );
}

it('tries again with the file as it is listed by now, after its base has become another one', async () => {
  answer(readBaseFile, () => ({ content: 'exchanged by now', checksum: after }));
  const screen = await draw(<Panel />);
  await expect.element(screen.getByText('The base version could not be read.')).toBeVisible();
  await screen.getByRole('button', { name: 'Retry' }).click();
  await expect.element(screen.getByText('exchanged by now')).toBeVisible();
});
