import { z } from 'zod';

const KINDS: Record<string, string> = {
  string: 'This must be text.',
  number: 'This must be a number.',
  int: 'This must be a whole number.',
  boolean: 'This must be true or false.',
  array: 'This must be a list.',
  object: 'This must be an object.',
  record: 'This must be an object.',
};

const FORMATS: Record<string, string> = {
  uuid: 'This is not a valid ID.',
  date: 'This is not a valid date (YYYY-MM-DD).',
  datetime: 'This is not a valid time (ISO 8601).',
  url: 'This is not a valid URL.',
  email: 'This is not a valid e-mail address.',
};

/** Turns the validator's finding about a value into a sentence, if its schema has no message. */
export function installValidationWords(): void {
  z.config({ customError: toSentence });
}

function toSentence(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined) return 'Please enter a value.';
      return KINDS[issue.expected] ?? 'This value is not valid.';
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'This value does not have the right format.';
    case 'too_small':
      return `At least ${quantity(issue.minimum, issue.origin)}.`;
    case 'too_big':
      return `${issue.origin === 'string' ? 'Use at' : 'At'} most ${quantity(issue.maximum, issue.origin)}.`;
    case 'invalid_value':
      return `This must be one of: ${issue.values.join(', ')}.`;
    case 'unrecognized_keys':
      return `There are no such fields: ${issue.keys.join(', ')}.`;
    default:
      return 'This value is not valid.';
  }
}

/** `1 character`, `200 characters`, `3 entries`; numbers have no unit. */
function quantity(limit: number | bigint, origin: string): string {
  const [one, many] = origin === 'string' ? ['character', 'characters'] : ['entry', 'entries'];
  if (origin !== 'string' && origin !== 'array') return String(limit);
  return `${limit} ${Number(limit) === 1 ? one : many}`;
}
