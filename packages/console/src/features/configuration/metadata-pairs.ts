import { type BulkAction, bulkChoice, type Choice } from '@atrium/contract/configuration/diff-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/configuration-file';
import type { ChosenFile } from './diff-choices.ts';

/** A row of the list: a file, and its metadata file where that is hidden behind it. */
export interface FileRow<File extends ChosenFile = ChosenFile> {
  readonly file: File;
  readonly metadata?: File;
}

/**
 * Hiding metadata pairs each source file with its metadata file. A metadata file that stands alone (its source
 * did not change, or there is none) is hidden too and keeps its choice.
 */
export function hideMetadata<File extends ChosenFile>(files: readonly File[]): FileRow<File>[] {
  const metadata = new Map<string, File>();
  for (const file of files) if (isMetaFile(file.name)) metadata.set(itemKey(file), file);
  return files
    .filter((file) => !isMetaFile(file.name))
    .map((file) => {
      const pair = metadata.get(itemKey(file));
      return pair === undefined || pair.type === 'NO_CHANGE' ? { file } : { file, metadata: pair };
    });
}

const itemKey = ({ folderPath, name }: ChosenFile) => `${folderPath}/${itemNameOf(name)}`;

const bulkOf: Record<Choice, BulkAction> = {
  local: 'KEEP_LOCAL',
  remote: 'APPLY_REMOTE',
  delete: 'APPLY_REMOTE',
  'merge-local': 'MERGE_LOCAL',
  'merge-remote': 'MERGE_REMOTE',
};

/** What the choice of a source file means for the metadata hidden behind it. */
export function choiceForPair(choice: Choice, metadata: ChosenFile): Choice {
  return bulkChoice(bulkOf[choice], metadata.type);
}
