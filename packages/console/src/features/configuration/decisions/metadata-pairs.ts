import { type BulkAction, bulkChoice, type Choice } from '@atrium/contract/configuration/diff-file';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { type ChosenFile, decisionOf, isOpen, type ServiceChoices } from './diff-choices.ts';
import type { ChoiceAction } from './reduce-choices.ts';

/** A row of the list: a file, and its metadata file where that is hidden behind it. */
export interface FileRow<File extends ChosenFile = ChosenFile> {
  readonly file: File;
  readonly metadata?: File;
}

/**
 * Hiding metadata puts each metadata file behind its source file. A metadata file whose source did not change or does
 * not exist stays visible: nothing invisible may be submitted.
 */
export function hideMetadata<File extends ChosenFile>(files: readonly File[]): FileRow<File>[] {
  const sources = new Map<string, File>();
  const metadata = new Map<string, File>();
  for (const file of files) (isMetaFile(file.name) ? metadata : sources).set(itemKey(file), file);
  const isHidden = (file: File) => {
    const source = isMetaFile(file.name) ? sources.get(itemKey(file)) : undefined;
    return source !== undefined && (isChanged(source) || !isChanged(file));
  };
  return files
    .filter((file) => !isHidden(file))
    .map((file) => {
      // An item whose source is another file now has two in the list: the metadata is behind one of them.
      const pair = sources.get(itemKey(file)) === file ? metadata.get(itemKey(file)) : undefined;
      return pair && isChanged(pair) && isChanged(file) ? { file, metadata: pair } : { file };
    });
}

const isChanged = ({ type }: ChosenFile) => type !== 'NO_CHANGE';

const itemKey = ({ folderPath, name }: ChosenFile) => filePathOf({ folderPath, name: itemNameOf(name) });

const bulkOf: Record<Choice, BulkAction> = {
  local: 'KEEP_LOCAL',
  remote: 'APPLY_REMOTE',
  delete: 'APPLY_REMOTE',
  'merge-local': 'MERGE_LOCAL',
  'merge-remote': 'MERGE_REMOTE',
};

/** Derives the choice of hidden metadata from the choice of its source file. */
export function choiceForPair(choice: Choice, metadata: ChosenFile): Choice {
  return bulkChoice(bulkOf[choice], metadata.type);
}

/** Chooses for a row, and for the metadata hidden behind it. */
export function chooseRow(serviceId: string, { file, metadata }: FileRow, choice: Choice): ChoiceAction {
  const own = [file, choice] as const;
  const decisions = metadata ? [own, [metadata, choiceForPair(choice, metadata)] as const] : [own];
  return { type: 'chooseEach', serviceId, decisions };
}

/** Whether the file, or the metadata hidden behind it, has to be decided. */
export function isRowOpen(choices: ServiceChoices, { file, metadata }: FileRow): boolean {
  return isOpen(choices, file) || (metadata !== undefined && isOpen(choices, metadata));
}

/** Whether a conflict is still to be decided: nobody has chosen for the file, now or in an earlier pull. */
export function isUndecided(choices: ServiceChoices, file: ChosenFile): boolean {
  if (isOpen(choices, file)) return true;
  return file.merge === 'CONFLICT' && file.isKept !== true && decisionOf(choices, file) === undefined;
}

/** Whether the file, or the metadata hidden behind it, has an undecided conflict. */
export function isRowUndecided(choices: ServiceChoices, { file, metadata }: FileRow): boolean {
  return isUndecided(choices, file) || (metadata !== undefined && isUndecided(choices, metadata));
}

/** The files of rows, hidden metadata included. */
export function filesOfRows<File extends ChosenFile>(rows: readonly FileRow<File>[]): File[] {
  return rows.flatMap(({ file, metadata }) => (metadata ? [file, metadata] : [file]));
}
