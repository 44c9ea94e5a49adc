import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { choicesOf, noChoices } from './diff-choices.ts';
import { sampleFiles } from './diff-file-samples.ts';
import type { ServiceDiff } from './service-diffs.ts';
import type { ServiceToSubmit } from './service-submit.ts';
import { useShownRows } from './shown-rows.ts';
import { useFirstOpenRow } from './use-first-open-row.ts';
import { useShownFiles } from './use-shown-files.ts';

const files = sampleFiles({
  base: { 'f/both.js': '1', 'f/here.js': '1' },
  local: { 'f/both.js': '2', 'f/here.js': '2' },
  remote: { 'f/both.js': '3', 'f/here.js': '1' },
  conflicts: { 'f/both.js': 1 },
  startsBySide: true,
});
const diff = { service: { serviceId: 'shop' }, files, changed: files } as unknown as ServiceDiff;
const conflict = files.filter(({ name }) => name === 'both.js');
const service = { diff, outcome: { open: conflict } } as unknown as ServiceToSubmit;

function Files() {
  const shown = useShownFiles();
  const [current, setCurrent] = useState('none');
  const filter = { hasChips: shown.hasChips, isMetadataHidden: false, isUnchangedShown: false };
  const rows = useShownRows(diff, { ...filter, matches: shown.search.matches }, null);
  const list = useFirstOpenRow(shown.led.times, rows, choicesOf(noChoices, 'shop'), setCurrent);
  return (
    <>
      <input
        aria-label="Search"
        value={shown.search.text}
        onChange={(event) => shown.search.setText(event.target.value)}
      />
      <button onClick={() => shown.leadTo([service])}>Submit</button>
      <p>{`${rows.length} files`}</p>
      <p>{`Current: ${current}`}</p>
      <div ref={list}>
        {rows.map(({ file: { name } }) => (
          <button key={name} tabIndex={0}>
            {name}
          </button>
        ))}
      </div>
    </>
  );
}

it('leads to what has to be decided from a search that had not found it', async () => {
  const screen = await draw(<Files />);
  await screen.getByRole('textbox', { name: 'Search' }).fill('elsewhere');
  await expect.element(screen.getByText('0 files')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit' }).click();
  await expect.element(screen.getByRole('button', { name: 'both.js' })).toHaveFocus();
  await expect.element(screen.getByText('Current: f/both.js')).toBeVisible();
  await expect.element(screen.getByText('1 files')).toBeVisible();
});
