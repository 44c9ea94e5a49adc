import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { useEffect } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import { useSearchFilter } from '../files/SearchField.tsx';
import { useShownRows } from './shown-rows.ts';

const files = sampleFiles({
  local: { 'old/shop/x.js': '1', 'old/z.js': '1' },
  remote: { 'new/shop/y.js': '1', 'old/z.js': '2' },
  moved: { 'old/shop/x.js': 'new/shop/y.js' },
});

const diff = { service: { serviceId: 'shop' }, files, changed: files } as unknown as ServiceDiff;

function Rows({ text = '', folder = null }: { text?: string; folder?: string | null }) {
  const { matches, setText } = useSearchFilter(() => files);
  useEffect(() => setText(text), [text, setText]);
  const filter = { matches, chips: new Set<never>(), open: new Map<string, never>() };
  const rows = useShownRows(diff, { ...filter, isMetadataHidden: false, isUnchangedShown: false }, folder);
  return <p>{`Found: ${rows.map(({ file }) => filePathOf(file)).join()}`}</p>;
}

it.each([
  { text: 'x.js' },
  { text: 'y.js' },
  { text: 'old/shop' },
  { text: 'new/shop' },
  { folder: 'old/shop' },
  { folder: 'new' },
])('finds a moved file by the place that it has and by the one it goes to: %o', async (wanted) => {
  const screen = await draw(<Rows {...wanted} />);
  await expect.element(screen.getByText('Found: old/shop/x.js', { exact: true })).toBeVisible();
});
