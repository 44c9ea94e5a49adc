import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { expect, test } from 'vitest';
import { type Choices, type ChosenFile, choicesOf, noChoices } from './diff-choices.ts';
import { type ChoiceAction, reduceChoices, undoOf } from './reduce-choices.ts';

const serviceId = 'hyper-dispatch';
const fileOf = (name: string): ChosenFile => ({ type: 'CHANGED', folderPath: 'functions', name });
const [a, b, c] = [fileOf('a.js'), fileOf('b.js'), fileOf('c.js')];
const merge = (file: ChosenFile, content: string): ChoiceAction => ({
  type: 'storeMerged',
  serviceId,
  file,
  content,
});
const choose = (file: ChosenFile, choice: 'local' | 'remote'): ChoiceAction => ({
  type: 'choose',
  serviceId,
  file,
  choice,
});
const mergedIn = (choices: Choices, file: ChosenFile) =>
  choicesOf(choices, serviceId).files[filePathOf(file)]?.merged;
const undo = (action: ChoiceAction, before: Choices, now: Choices) => {
  const back = undoOf(action, before, now);
  return back ? reduceChoices(now, back) : now;
};

test('taking a discarded merge back takes back nothing that was decided since', () => {
  const before = reduceChoices(noChoices, merge(a, 'a'));
  const discarded = reduceChoices(before, choose(a, 'remote'));
  const since = [merge(b, 'b'), choose(c, 'local')].reduce(reduceChoices, discarded);
  const undone = undo(choose(a, 'remote'), before, since);
  expect([mergedIn(undone, a), mergedIn(undone, b)]).toEqual(['a', 'b']);
  expect(choicesOf(undone, serviceId).files['functions/c.js']).toEqual({ choice: 'local' });
});

test('of many files, those stay that were decided about again; what had no decision has none again', () => {
  const all: ChoiceAction = { type: 'chooseAll', serviceId, files: [a, b, c], action: 'APPLY_REMOTE' };
  const before = [merge(a, 'a'), merge(b, 'b')].reduce(reduceChoices, noChoices);
  const since = reduceChoices(reduceChoices(before, all), merge(b, 'anew'));
  const undone = undo(all, before, since);
  expect([mergedIn(undone, a), mergedIn(undone, b)]).toEqual(['a', 'anew']);
  expect(choicesOf(undone, serviceId).files).not.toHaveProperty(['functions/c.js']);
});

test('undoing a submit brings back what was merged, and leaves what was decided since', () => {
  const files = [a, b, c];
  const before = files.reduce((choices, file) => reduceChoices(choices, merge(file, 'before')), noChoices);
  const other = fileOf('other.js');
  const choices = choicesOf(before, serviceId);
  const since: ChoiceAction[] = [
    { type: 'submitted', serviceId, files, choices },
    merge(b, 'since'),
    { type: 'chooseEach', serviceId, decisions: [[c, null]] },
    merge(other, 'since'),
  ];
  const undone = reduceChoices(since.reduce(reduceChoices, before), {
    type: 'undone',
    serviceId,
    files,
    choices,
  });
  expect([a, b, other].map((file) => mergedIn(undone, file))).toEqual(['before', 'since', 'since']);
  expect(choicesOf(undone, serviceId).files['functions/c.js']).toEqual({ choice: 'local', isOpen: true });
});
