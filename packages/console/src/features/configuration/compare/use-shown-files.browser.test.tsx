import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { choicesOf, noChoices } from '../decisions/diff-choices.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import type { ServiceToSubmit } from '../submit/service-submit.ts';
import { useFirstOpenRow } from './rows/use-first-open-row.ts';
import { useShownRows } from './shown-rows.ts';
import { type ShownFiles, useShownFiles } from './use-shown-files.ts';

const files = sampleFiles({
  base: { 'f/both.js': '1', 'f/here.js': '1' },
  local: { 'f/both.js': '2', 'f/here.js': '2' },
  remote: { 'f/both.js': '3', 'f/here.js': '1' },
  conflicts: { 'f/both.js': 1 },
  startsBySide: true,
});
const conflict = files.filter(({ name }) => name === 'both.js');
/** Two services with the same files. */
const [shop, mail] = ['shop', 'mail'].map(
  (serviceId) => ({ service: { serviceId }, files, changed: files }) as unknown as ServiceDiff,
) as [ServiceDiff, ServiceDiff];
const conflictIn = (diff: ServiceDiff) =>
  ({ diff, outcome: { open: conflict } }) as unknown as ServiceToSubmit;

function Files() {
  const shown = useShownFiles([shop, mail]);
  return (
    <>
      <input
        aria-label="Search"
        value={shown.search.text}
        onChange={(event) => shown.search.setText(event.target.value)}
      />
      <button onClick={() => shown.leadTo([conflictIn(shop)])}>Submit one</button>
      <button onClick={() => shown.leadTo([conflictIn(shop), conflictIn(mail)])}>Submit both</button>
      <p>{`To be decided: ${shown.openCount}`}</p>
      <FilesOf diff={shop} shown={shown} />
      <FilesOf diff={mail} shown={shown} />
    </>
  );
}

function FilesOf({ diff, shown }: { diff: ServiceDiff; shown: ShownFiles }) {
  const { serviceId } = diff.service;
  const [current, setCurrent] = useState('none');
  const filter = { matches: shown.search.matches, chips: shown.chips, open: shown.led.open };
  const rows = useShownRows(diff, { ...filter, isMetadataHidden: false, isUnchangedShown: false }, null);
  const led = shown.led.serviceId === serviceId ? shown.led.times : 0;
  const list = useFirstOpenRow(led, rows, choicesOf(noChoices, serviceId), setCurrent);
  return (
    <div ref={list}>
      <p>{`${rows.length} of ${serviceId}, current: ${current}`}</p>
      {rows.map(({ file: { name } }) => (
        <button key={name} tabIndex={0}>{`${name} of ${serviceId}`}</button>
      ))}
    </div>
  );
}

it('leads to what has to be decided from a search that had not found it', async () => {
  const screen = await draw(<Files />);
  await screen.getByRole('textbox', { name: 'Search' }).fill('elsewhere');
  await expect.element(screen.getByText('0 of shop, current: none')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit one' }).click();
  await expect.element(screen.getByRole('button', { name: 'both.js of shop' })).toHaveFocus();
  await expect.element(screen.getByText('1 of shop, current: f/both.js')).toBeVisible();
});

it('leads to no file of another service at the same path', async () => {
  const screen = await draw(<Files />);
  await expect.element(screen.getByText('2 of mail, current: none')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit one' }).click();
  await expect.element(screen.getByText('1 of shop, current: f/both.js')).toBeVisible();
  await expect.element(screen.getByText('0 of mail, current: none')).toBeVisible();
  await expect.element(screen.getByText('To be decided: 1')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit both' }).click();
  await expect.element(screen.getByText('1 of mail, current: none')).toBeVisible();
  await expect.element(screen.getByText('To be decided: 2')).toBeVisible();
});
