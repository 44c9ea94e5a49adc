import { getFileHistory, type HistoryVersion } from '@atrium/contract/configuration/file-history';
import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { expect, it } from 'vitest';
import { expectNoFindings } from '../../../../test/accessibility.ts';
import { draw } from '../../../../test/draw.tsx';
import { answer } from '../../../../test/platform.ts';
import { signIn } from '../../../../test/sign-in.ts';
import { HistoryCard } from './HistoryCard.tsx';

const place = { folderPath: 'functions', name: 'tea.js' };
const content = '// Tea.\n// Milk.\n';
const version = (number: number, more: Partial<HistoryVersion>): HistoryVersion => ({
  version: number,
  parent: number - 1,
  createdOn: '2026-11-27T19:30:00.000Z',
  author: '0197a000-0000-7000-8000-0000000000c4',
  user: 'chidi',
  impersonator: null,
  message: 'With milk',
  commitSha: null,
  filesCount: 3,
  changesCount: 1,
  place,
  ...more,
});

it('names no author and no message of the oldest version that is kept', async () => {
  signIn('configuration.read');
  const author = '0197a000-0000-7000-8000-0000000000c5';
  const oldest = { parent: null, author, user: 'dana', message: 'Tidy up', commitSha: 'a'.repeat(40) };
  answer(getFileHistory, () => ({
    content,
    checksum: blobId(content),
    versions: [version(9, {}), version(5, oldest)],
    stretches: [
      { lines: 1, version: 5 },
      { lines: 1, version: 9 },
    ],
    isWhole: false,
  }));
  const screen = await draw(<HistoryCard serviceId="shop" place={place} />);
  const changed = screen.getByRole('table', { name: 'Versions that changed this file' });
  await expect.element(changed.getByText('Oldest version that is kept (5)')).toBeVisible();
  await expect.element(changed.getByText('chidi')).toBeVisible();
  await expect.element(screen.getByText(/^One version has changed it since version 5\./)).toBeVisible();
  await expect.element(screen.getByText('// Tea.')).toBeVisible();
  expect(screen.container.innerHTML).not.toMatch(/dana|Tidy up|aaaa/);
  await expectNoFindings();
});
