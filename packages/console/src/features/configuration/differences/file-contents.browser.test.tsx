import { readBaseFile } from '@atrium/contract/configuration/bases';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { answer, refusal } from '../../../../test/platform.ts';
import type { DiffFile } from '../decisions/diff-file.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { useFileContents } from './file-contents.ts';

const uuid = '0190f2c4-7a10-7000-8000-000000000000';
const [before, mine, theirs] = ['a', 'b', 'c'].map((digit) => digit.repeat(40)) as [string, string, string];
const source = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;

function Contents({ file }: { file: DiffFile }) {
  const { sides, error, baseError } = useFileContents(uuid, 'shop', file);
  return <p>{(error ?? baseError)?.message ?? `${sides?.base} → ${sides?.local}, ${sides?.remote}`}</p>;
}

it('merges what both moved from where both had it', async () => {
  answer(source, () => ({ content: 'mine', checksum: mine }));
  answer(readRemoteFile, () => ({ content: 'theirs', checksum: theirs, base: null }));
  answer(readBaseFile, ({ body }) =>
    body.folderName === 'mails' && body.fileName === 'confirm.js'
      ? { content: 'before', checksum: before }
      : refusal(404, 'There was none.'),
  );
  const [file] = sampleFiles({
    base: { 'mails/confirm.js': before },
    local: { 'post/confirm.js': mine },
    remote: { 'letters/confirm.js': theirs },
    moved: { 'post/confirm.js': 'letters/confirm.js' },
    origins: { 'post/confirm.js': 'mails/confirm.js' },
  });
  const screen = await draw(<Contents file={file as DiffFile} />);
  await expect.element(screen.getByText('before → mine, theirs')).toBeVisible();
});
