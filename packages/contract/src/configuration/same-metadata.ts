import { parseLiteralModule } from '../service-api/literal.ts';
import { ignoredFieldsOf, isSameConfiguration } from './ignored-differences.ts';

/** Strings, so that what only looks like a comment in them is none, and comments. */
const STRING_OR_COMMENT = /"(?:[^"\\\n]|\\[^])*"|'(?:[^'\\\n]|\\[^])*'|\/\/[^\n]*|\/\*[^]*?\*\//g;

function commentsOf(text: string): string {
  const pieces = text.match(STRING_OR_COMMENT) ?? [];
  return pieces
    .filter((piece) => piece.startsWith('/'))
    .map((comment) => comment.trim())
    .join('\n');
}

/** Whether two metadata files differ only in layout, ids, acl, folder, timestamps and linked ids. Comments count. */
export function isSameMetadata(local: string, remote: string, serviceId: string): boolean {
  try {
    if (commentsOf(local) !== commentsOf(remote)) return false;
    const ignored = ignoredFieldsOf(serviceId);
    return isSameConfiguration(parseLiteralModule(local), parseLiteralModule(remote), ignored);
  } catch {
    // What cannot be read as plain values is compared as text, and that differs.
    return false;
  }
}
