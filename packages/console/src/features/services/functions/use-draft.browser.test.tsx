import { beforeEach, expect, it } from 'vitest';
import { draw } from '../../../../test/draw.tsx';
import { countKeptTexts, forgetKeptTexts } from '../../../lib/kept-text.ts';
import { useDraft } from './use-draft.ts';

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
