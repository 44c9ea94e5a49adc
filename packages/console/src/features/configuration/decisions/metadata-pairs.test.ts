import { expect, test } from 'vitest';
import { type ChosenFile, choicesOf, noChoices } from './diff-choices.ts';
import { choiceForPair, hideMetadata, isRowOpen } from './metadata-pairs.ts';

const file = (type: ChosenFile['type'], name: string, folderPath = 'f'): ChosenFile => ({
  type,
  name,
  folderPath,
});

test('each source file stands with its own metadata file, and what has no pair stands alone', () => {
  const source = file('CHANGED', 'a.js');
  const meta = file('NEW', 'a.meta.js');
  const elsewhere = file('CHANGED', 'a.meta.js', 'g');
  const alone = file('CHANGED', 'b.meta.js');
  const single = file('NEW', 'meta.js');
  const withSame = file('CHANGED', 'c.js');
  const same = file('NO_CHANGE', 'c.meta.js');
  const unchanged = file('NO_CHANGE', 'd.js');
  const ofUnchanged = file('CHANGED', 'd.meta.js');
  const files = [source, meta, elsewhere, alone, single, withSame, same, unchanged, ofUnchanged];
  expect(hideMetadata(files)).toEqual([
    { file: source, metadata: meta },
    { file: elsewhere },
    { file: alone },
    { file: single },
    { file: withSame },
    { file: unchanged },
    { file: ofUnchanged },
  ]);
});

test('metadata stands behind one source of an item that is in another language now', () => {
  const [before, after] = [file('DELETED', 'a.js'), file('NEW', 'a.ts')];
  const meta = file('CHANGED', 'a.meta.js');
  expect(hideMetadata([before, meta, after])).toEqual([{ file: before }, { file: after, metadata: meta }]);
});

test('the metadata follows the choice of its source, as far as its own type allows', () => {
  expect(choiceForPair('merge-local', file('CHANGED', 'a.meta.js'))).toBe('merge-local');
  expect(choiceForPair('merge-local', file('NEW', 'a.meta.js'))).toBe('local');
  expect(choiceForPair('remote', file('DELETED', 'a.meta.js'))).toBe('delete');
  expect(choiceForPair('delete', file('CHANGED', 'a.meta.js'))).toBe('remote');
});

test('a source whose hidden metadata has to be decided has to be decided', () => {
  const source = file('CHANGED', 'a.js');
  const metadata = { ...file('CHANGED', 'a.meta.js'), preset: null };
  const choices = choicesOf(noChoices, 's');
  expect([{ file: source, metadata }, { file: source }].map((row) => isRowOpen(choices, row))).toEqual([
    true,
    false,
  ]);
});
