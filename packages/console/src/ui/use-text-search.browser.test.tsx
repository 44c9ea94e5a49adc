import { useState } from 'react';
import { expect, it } from 'vitest';
import { draw } from '../../test/draw.tsx';
import { TextField } from './TextField.tsx';
import { useTextSearch } from './use-text-search.ts';

const texts = [
  'orders/created.js',
  'orders/(.js',
  'ABC',
  'functions/calculatecustomerdiscountsforyear-v2.js',
];

function Found() {
  const [search, setSearch] = useState('');
  const { matches, error } = useTextSearch(search, () => texts);
  return (
    <>
      <TextField
        label="Search"
        error={error}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <p>{`Found: ${texts.filter(matches).join(' ')}`}</p>
    </>
  );
}

it.each([
  ['  ', texts],
  ['ORDER', ['orders/created.js', 'orders/(.js']],
  ['/', ['orders/created.js', 'orders/(.js', 'functions/calculatecustomerdiscountsforyear-v2.js']],
  ['//', texts],
  ['a.c', []],
  ['/^a.c$/', ['ABC']],
  ['/^Orders/', ['orders/created.js', 'orders/(.js']],
  ['/created$/', []],
])('finds by %j', async (search, found) => {
  const screen = await draw(<Found />);
  await screen.getByLabelText('Search').fill(search);
  await expect.element(screen.getByText(`Found: ${found.join(' ')}`.trim(), { exact: true })).toBeVisible();
});

it('ends an expression that takes too long, and says so; the page can be used meanwhile', async () => {
  const screen = await draw(<Found />);
  const field = screen.getByLabelText('Search');
  await field.fill(String.raw`/^functions\/(\w+)+\.js$/`);
  await expect
    .element(field)
    .toHaveAccessibleDescription('This expression takes too long. Please simplify it.');
  await expect.element(screen.getByText('Found:', { exact: true })).toBeVisible();
  await field.fill('/abc/');
  await expect.element(screen.getByText('Found: ABC')).toBeVisible();
  await expect.element(field).toBeValid();
});

it('says that an expression is not valid', async () => {
  const screen = await draw(<Found />);
  await screen.getByLabelText('Search').fill('/(/');
  await expect
    .element(screen.getByLabelText('Search'))
    .toHaveAccessibleDescription('This expression is not valid. Please correct it.');
  await expect.element(screen.getByText('Found:', { exact: true })).toBeVisible();
});
