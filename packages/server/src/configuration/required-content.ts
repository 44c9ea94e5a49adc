import { UnprocessableError } from '../http/errors.ts';

/**
 * The content of a file that has to be there. One that is missing is an error: as an empty text it would be written
 * over what people made.
 */
export function requiredContent(content: string | undefined, filePath: string): string {
  if (content !== undefined) return content;
  throw new UnprocessableError(
    `The content of ${filePath} could not be read, so nothing was changed. Please pull again.`,
  );
}
