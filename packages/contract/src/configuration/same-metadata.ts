import { readLiteralModule } from '../service-api/files/literal.ts';
import { ignoredFieldsOf, isSameConfiguration } from './ignored-differences.ts';

/** Whether two metadata files differ only in layout, ids, acl, folder, timestamps and linked ids. Comments count. */
export function isSameMetadata(local: string, remote: string, serviceId: string): boolean {
  try {
    const [ours, theirs] = [readLiteralModule(local), readLiteralModule(remote)];
    const sameComments = commentsText(ours.comments) === commentsText(theirs.comments);
    return sameComments && isSameConfiguration(ours.value, theirs.value, ignoredFieldsOf(serviceId));
  } catch {
    // Metadata that isn't a plain value is compared as text, and differs.
    return false;
  }
}

function commentsText(comments: readonly string[]): string {
  return comments.map((comment) => comment.trim()).join('\n');
}
