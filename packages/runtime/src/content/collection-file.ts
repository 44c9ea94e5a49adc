import { filePlaceOf } from '@atrium/contract/service-api/configuration-file';
import { LiteralError, parseLiteralModule } from '@atrium/contract/service-api/literal';
import type { PlainValue } from '@atrium/contract/service-api/plain-value';
import { UnprocessableError } from '@atrium/host/errors';

/** The value that a file of a collection exports; refuses what is no plain one. */
export function readPlain(path: string, content: string): PlainValue {
  try {
    return parseLiteralModule(content);
  } catch (error) {
    if (error instanceof LiteralError)
      refuse(path, `${error.message} (line ${error.line}, column ${error.column})`);
    throw error;
  }
}

/** Refuses the import, because of this file. */
export function refuse(path: string, reason: string): never {
  throw new UnprocessableError(`${path}: ${reason}`, {
    details: [{ ...filePlaceOf(path), reason }],
  });
}
