import fc from 'fast-check';
import { expect, it } from 'vitest';
import { functionOf, functionOfPath, sourcePlaceOf } from './function-file.ts';

it('finds the file of a function, and the function of a file', () => {
  expect(sourcePlaceOf('greet')).toEqual({ folderPath: 'functions', name: 'greet.js' });
  expect(sourcePlaceOf('greet', '.ts')).toEqual({ folderPath: 'functions', name: 'greet.ts' });
  expect(sourcePlaceOf('a/b/greet')).toEqual({ folderPath: 'functions/a/b', name: 'greet.js' });
  const names = fc
    .array(fc.stringMatching(/^[a-z.]{1,5}$/), { minLength: 1 })
    .map((parts) => parts.join('/'));
  fc.assert(
    fc.property(
      names.filter((name) => !name.endsWith('.meta')),
      (name) => {
        for (const place of [sourcePlaceOf(name), sourcePlaceOf(name, '.ts')]) {
          expect(functionOf(place)).toBe(name);
          expect(functionOfPath(`${place.folderPath}/${place.name}`)).toBe(name);
        }
      },
    ),
  );
});

it('takes neither metadata nor other folders for functions', () => {
  expect(functionOf({ folderPath: 'functions', name: 'greet.meta.js' })).toBeUndefined();
  expect(functionOf({ folderPath: 'functionsmore', name: 'greet.js' })).toBeUndefined();
  expect(functionOfPath('tests/greet.js')).toBeUndefined();
});
