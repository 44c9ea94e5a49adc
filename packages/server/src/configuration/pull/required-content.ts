import { UnprocessableError } from '@atrium/host/errors';

/**
 * The content of a file that must exist. A missing one is an error: as an empty text it would overwrite someone's work.
 */
export function requiredContent(content: string | undefined, filePath: string): string {
  if (content !== undefined) return content;
  throw new UnprocessableError(
    `The content of ${filePath} could not be read, so nothing was changed. Please pull again.`,
  );
}
