import { useRef } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { choicesOf, noChoices } from '../decisions/diff-choices.ts';
import { sampleFiles } from '../decisions/diff-file-samples.ts';
import { isRowUndecided } from '../decisions/metadata-pairs.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';
import type { ServiceToSubmit } from '../submit/service-submit.ts';
import { shownRowsOf } from './diff-rows.ts';
import { useSelectedRow } from './use-selected-row.ts';
import { useShownFiles } from './use-shown-files.ts';

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
  const list = useRef<HTMLElement>(null);
  const shown = useShownFiles([shop, mail]);
  const filter = { matches: shown.search.matches, chips: shown.chips, open: shown.led.open };
  const rows = [shop, mail].flatMap((diff) =>
    shownRowsOf(diff, { ...filter, isMetadataHidden: false, isUnchangedShown: false }),
  );
  const { current } = useSelectedRow({
    rows,
    isUndecided: (row) => isRowUndecided(choicesOf(noChoices, row.serviceId), row),
    isLoading: true,
    led: shown.led.times,
    list,
  });
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
      <section ref={list} tabIndex={0} aria-label="Files">
        {`Listed: ${rows.map(({ key }) => key).join()}; current: ${current?.key ?? 'none'}`}
      </section>
    </>
  );
}

it('leads to what has to be decided from a search that had not found it', async () => {
  const screen = await draw(<Files />);
  await screen.getByRole('textbox', { name: 'Search' }).fill('elsewhere');
  await expect.element(screen.getByText('Listed: ; current: none')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit one' }).click();
  await expect.element(screen.getByRole('region', { name: 'Files' })).toHaveFocus();
  await expect.element(screen.getByText('Listed: shop/f/both.js; current: shop/f/both.js')).toBeVisible();
});

it('leads to no file of another service at the same path', async () => {
  const screen = await draw(<Files />);
  await screen.getByRole('button', { name: 'Submit one' }).click();
  await expect.element(screen.getByText('Listed: shop/f/both.js; current: shop/f/both.js')).toBeVisible();
  await expect.element(screen.getByText('To be decided: 1')).toBeVisible();
  await screen.getByRole('button', { name: 'Submit both' }).click();
  await expect
    .element(screen.getByText('Listed: shop/f/both.js,mail/f/both.js; current: shop/f/both.js'))
    .toBeVisible();
  await expect.element(screen.getByText('To be decided: 2')).toBeVisible();
});
