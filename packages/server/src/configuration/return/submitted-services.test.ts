import { expect, test } from 'vitest';
import { submittedServices } from './submitted-services.ts';

const backup = (serviceId: string, version: number, importedVersion: number | null) => {
  return { serviceId, version, importedVersion };
};

test('each service goes back to before its first step, whatever the order', () => {
  expect(submittedServices([backup('b', 4, 5), backup('a', 7, 8), backup('b', 5, 6)])).toEqual([
    { serviceId: 'a', before: 7, submitted: 8, returned: null },
    { serviceId: 'b', before: 4, submitted: 6, returned: null },
  ]);
  expect(submittedServices([backup('a', 1, null)])).toEqual([]);
});

test('nothing is known to go back to if someone else made a version between two steps', () => {
  expect(submittedServices([backup('a', 4, 5), backup('a', 6, 7)])).toBeUndefined();
});

test('steps that were undone are none, and what came back stands for what was before them', () => {
  const undo = (version: number, undoneVersion: number) => {
    return { ...backup('a', version, version + 1), undoneVersion };
  };
  expect(submittedServices([backup('a', 4, 5)], [undo(5, 5)])).toEqual([]);
  expect(submittedServices([backup('a', 4, 5), backup('a', 6, 7)], [undo(5, 5)])).toMatchObject([
    { before: 6, submitted: 7 },
  ]);
  const steps = [backup('a', 4, 5), backup('a', 5, 6), backup('a', 7, 8)];
  expect(submittedServices(steps, [undo(6, 6)])).toMatchObject([{ before: 4, submitted: 8 }]);
  expect(submittedServices(steps.slice(0, 2), [undo(6, 6), undo(7, 5)])).toEqual([]);
});
