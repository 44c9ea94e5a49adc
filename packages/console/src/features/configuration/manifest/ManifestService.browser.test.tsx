import type { PulledService } from '@atrium/contract/configuration/pull';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import type { LastCommits } from '../files/pull.queries.ts';
import { ManifestService } from './ManifestService.tsx';

const files = ['picture.js', 'x.js'].map((name) => ({
  name,
  folderPath: 'functions',
  filePath: `functions/${name}`,
  checksum: '0',
  commitSha: null,
  lastModified: null,
  breadcrumb: ['functions'],
}));
const service: PulledService = {
  serviceId: 'shop',
  serviceName: 'Shop',
  folders: [{ name: 'functions', files }],
  ignoredPaths: [],
  confirmedVersion: null,
};
const lastCommits: LastCommits = {
  state: 'COMPLETE',
  commits: [],
  files: {},
  contents: 'COMPLETE',
  contentsError: null,
  unreadable: { shop: { 'functions/picture.js': 'NOT_TEXT' } },
};

function Manifest({ isComparing = false }: { isComparing?: boolean }) {
  const [deselected, setDeselected] = useState<readonly string[]>([]);
  return (
    <>
      <ManifestService
        service={service}
        deselected={deselected}
        lastCommits={lastCommits}
        differences={undefined}
        isComparing={isComparing}
        isAnyDifferent={false}
        onSelect={setDeselected}
      />
      <output>{`Deselected: ${[...deselected].sort().join()}`}</output>
    </>
  );
}

it.each(['Shop (1 of 1 files)', 'Select functions/x.js'])(
  '%s deselects what cannot be read, too',
  async (name) => {
    const screen = await draw(<Manifest />);
    await screen.getByRole('checkbox', { name }).click();
    await expect
      .element(screen.getByText('Deselected: functions/picture.js,functions/x.js', { exact: true }))
      .toBeVisible();
    await screen.getByRole('checkbox', { name: 'Shop (0 of 1 files)' }).click();
    await expect.element(screen.getByText('Deselected:', { exact: true })).toBeVisible();
  },
);

it('shows files only once it is known which of them differ: none goes from under a finger', async () => {
  const screen = await draw(<Manifest isComparing />);
  await expect.element(screen.getByText('Comparing with the live files …').first()).toBeVisible();
  await expect
    .element(screen.getByRole('checkbox', { name: 'Select functions/x.js' }))
    .not.toBeInTheDocument();
});
