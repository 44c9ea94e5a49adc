import { ValidationError } from '@atrium/host/errors';

export interface FunctionParams {
  folder?: string;
  name: string;
}

/** Any other text than the path of a function names none. */
export function nameOf(name: string, folder?: string): string {
  return folder === undefined ? name : `${folder}/${name}`;
}

/** Returns the body of a call as the text that the function gets. */
export function inputOf(body: unknown): string {
  return typeof body === 'string' ? checked(body) : '';
}

/** V8 reads JSON faster than the sandbox could refuse it, and the caller learns that it was the request. */
function checked(text: string): string {
  if (text === '') return text;
  try {
    JSON.parse(text);
  } catch {
    throw new ValidationError('The body is not JSON.');
  }
  return text;
}
