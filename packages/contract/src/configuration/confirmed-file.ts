import { z } from 'zod';
import { orNull } from './git-request.ts';

/**
 * Action for one file.
 * local: keep it. remote: take the pull's content. delete: remove it. merge: take the given content.
 * merge-local, merge-remote: take the given content, or let git merge, with conflicts resolved in favor of that
 * side.
 */
export const FileAction = z.enum(['local', 'remote', 'delete', 'merge', 'merge-local', 'merge-remote']);

export type FileAction = z.infer<typeof FileAction>;

export const ConfirmedFile = z
  .object({
    name: z.string().min(1).max(200),
    action: FileAction,
    /** Only with the merge actions; for all others the server takes its own copy. */
    content: orNull(z.string()),
    /**
     * Only with the merge actions: where the other side has the same file, when only one side has it here. Its changes
     * since both sides had it are carried along.
     */
    movedFrom: z.string().min(3).max(601).optional(),
    /** Only with `movedFrom`: where both sides had the file before each of them moved it. The merge's base is there. */
    origin: z.string().min(3).max(601).optional(),
  })
  .refine(({ action, content }) => action !== 'merge' || content !== undefined, {
    path: ['content'],
    error: 'A merged file needs its content.',
  })
  .refine(({ action, content }) => action.startsWith('merge') || content === undefined, {
    path: ['content'],
    error: 'Only a merged file has content of its own.',
  })
  .refine(({ action, movedFrom }) => action.startsWith('merge') || movedFrom === undefined, {
    path: ['movedFrom'],
    error: 'Only a merge carries the changes of another place along.',
  })
  .refine(({ movedFrom, origin }) => movedFrom !== undefined || origin === undefined, {
    path: ['origin'],
    error: 'Only a file that moved has a place of origin.',
  });

export type ConfirmedFile = z.infer<typeof ConfirmedFile>;

export const ConfirmedFolder = z.object({
  /** The folderPath. */
  name: z.string().min(1).max(400),
  files: z.array(ConfirmedFile),
});

export type ConfirmedFolder = z.infer<typeof ConfirmedFolder>;
