import { z } from 'zod';

/**
 * An object that refuses fields it doesn't know and says which there are. For questions: one whose filter is misspelled would be
 * answered with everything.
 */
export function knownFields<Shape extends z.ZodRawShape>(shape: Shape) {
  const known = Object.keys(shape).join(', ');
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `Unknown here: ${cut(issue.keys.join(', '))}. Known are: ${known}.`
        : undefined,
  });
}

function cut(text: string): string {
  return text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text;
}
