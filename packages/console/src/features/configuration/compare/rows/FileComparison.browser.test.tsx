import { getLastCommits } from '@atrium/contract/configuration/last-commits';
import type { Pull } from '@atrium/contract/configuration/pull';
import { readRemoteFile } from '@atrium/contract/configuration/remote-file';
import { exportSourceFile } from '@atrium/contract/service-api/versions/export-files';
import { expect, it } from 'vitest';
import { draw } from '../../../../../test/draw.tsx';
import { answer } from '../../../../../test/platform.ts';
import type { DiffFile } from '../../decisions/diff-file.ts';
import type { ServiceDiff } from '../../differences/service-diffs.ts';
import { FileComparison } from './FileComparison.tsx';

const source = { ...exportSourceFile, path: `/services/shop${exportSourceFile.path}` } as const;
const checksum = 'a'.repeat(40);
const pull = { uuid: '0190f2c4-7a10-7000-8000-000000000000', commitSha: checksum } as Pull;
const place = { folderPath: 'functions', name: 'greet.js', checksum };
const file = { ...place, type: 'CHANGED', local: place, remote: place } as unknown as DiffFile;
const diff = { service: { serviceId: 'shop', serviceName: 'Shop' } } as ServiceDiff;

it('says so where nothing but a byte order mark differs, which no line shows', async () => {
  answer(source, () => ({ content: 'a\n', checksum }));
  answer(readRemoteFile, () => ({ content: '\uFEFFa\n', checksum, base: null }));
  answer(getLastCommits, () => ({
    state: 'UNAVAILABLE' as const,
    commits: [],
    files: {},
    contents: 'COMPLETE' as const,
    contentsError: null,
    unreadable: {},
  }));
  const screen = await draw(<FileComparison pull={pull} diff={diff} file={file} />);
  const fact = screen.getByText('The two sides differ only in line endings or a byte order mark.');
  await expect.element(fact).toBeVisible();
});
