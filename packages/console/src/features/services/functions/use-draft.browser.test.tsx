import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { countKeptTexts, forgetKeptTexts } from '../../../lib/kept-text.ts';
import { typedInto, useDraft } from './use-draft.ts';

// Tests of other pages have left some: all share one tab.
beforeEach(() => forgetKeptTexts());

function Code() {
  const { draft, newest, change } = useDraft('ada/shop/functions/greet.js');
  const base = { content: 'one', checksum: 'a'.repeat(40) };
  const type = (text: string) => () => change({ text, base });
  return (
    <>
      <button onClick={type('one')}>Edit</button>
      <button onClick={type('two')}>Type</button>
      <button onClick={type('one')}>Take it back</button>
      <p>{`Edits ${draft?.text ?? 'nothing'}, keeps ${newest()?.text ?? 'nothing'}`}</p>
    </>
  );
}

it('keeps nothing of someone who only looks, and from the first change on what was typed last', async () => {
  const screen = await draw(<Code />);
  const click = (name: string) => screen.getByRole('button', { name, exact: true }).click();
  await click('Edit');
  await expect.element(screen.getByText('Edits one, keeps nothing')).toBeVisible();
  expect(countKeptTexts()).toBe(0);
  await click('Type');
  await expect.element(screen.getByText('Edits two, keeps two')).toBeVisible();
  expect(countKeptTexts()).toBe(1);
  await click('Take it back');
  await expect.element(screen.getByText('Edits one, keeps one')).toBeVisible();
});

it('begins at what is live where a draft has become that, and else where it began', () => {
  const file = (content: string, digit: string) => ({ content, checksum: digit.repeat(40) });
  const draft = { text: 'two', base: file('one', 'a') };
  const saved = file('two', 'b');
  expect(typedInto(draft, 'three', saved)).toEqual({ text: 'three', base: saved });
  expect(typedInto(draft, 'three', file('other', 'c'))).toEqual({ text: 'three', base: draft.base });
});
