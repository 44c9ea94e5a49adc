import { expect, test } from 'vitest';
import { requiredContent } from './required-content.ts';

test('an empty file is a content, a missing one is an error that names the file', () => {
  expect(requiredContent('', 'functions/empty.js')).toBe('');
  expect(() => requiredContent(undefined, 'functions/lost.js')).toThrow(
    'The content of functions/lost.js could not be read, so nothing was changed.',
  );
});
