import { z } from 'zod';
import { FileName, FolderPath, MAX_FILE_BYTES } from '../files/configuration-file.ts';

/** Action for one file: write (`remote`, `merge`), keep (`local`) or remove (`delete`). */
export const ImportAction = z.enum(['remote', 'merge', 'local', 'delete']);

export type ImportAction = z.infer<typeof ImportAction>;

const utf8 = new TextEncoder();

/** Well-formed text: a lone surrogate could not be stored without changing it. */
export const FileContent = z
  .string()
  .refine((text) => text.isWellFormed(), 'Must be well-formed Unicode text')
  .refine(
    (text) => text.length * 3 <= MAX_FILE_BYTES || utf8.encode(text).length <= MAX_FILE_BYTES,
    `Must not be larger than ${MAX_FILE_BYTES} bytes`,
  );

export const ImportFile = z
  .object({ name: FileName, action: ImportAction, content: FileContent.optional() })
  .refine(({ action, content }) => (action === 'remote' || action === 'merge') === (content !== undefined), {
    message: 'Content belongs to the actions remote and merge, and only to them',
    path: ['content'],
  });

export type ImportFile = z.infer<typeof ImportFile>;

export const ImportFolder = z.object({ name: FolderPath, files: z.array(ImportFile) });

export type ImportFolder = z.infer<typeof ImportFolder>;
