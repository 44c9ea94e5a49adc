import type { ConfirmedFile, ConfirmedFolder } from '@atrium/contract/configuration/confirmed-file';
import { changesLive, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import { choiceOf, type ServiceChoices } from './diff-choices.ts';
import { isMovedAndEdited } from './marked-file.ts';
import type { DiffFile } from './service-diffs.ts';
import { mergedOf } from './stored-merges.ts';

/** What is sent for one service: only files that change the live configuration; the others stay as they are. */
export function confirmedFolders(files: readonly DiffFile[], choices: ServiceChoices): ConfirmedFolder[] {
  const folders = new Map<string, ConfirmedFile[]>();
  const add = (folderPath: string, file: ConfirmedFile) => {
    const inFolder = folders.get(folderPath);
    if (inFolder) inFolder.push(file);
    else folders.set(folderPath, [file]);
  };
  for (const file of files) {
    const { type, name, folderPath, newFolderPath = folderPath, newName = name } = file;
    const choice = choiceOf(choices, file);
    if (!changesLive(type, choice)) continue;
    const content = mergedOf(choices, file);
    const byHand = content === undefined ? undefined : ({ action: 'merge', content } as const);
    if (type !== 'MOVED') add(folderPath, { name, ...(byHand ?? { action: choice }) });
    else if (choice === 'merge-local') {
      // It stays where it was moved here, with what git changed at the old place.
      const movedFrom = filePathOf({ folderPath: newFolderPath, name: newName });
      add(folderPath, { name, movedFrom, ...(byHand ?? { action: choice }) });
    } else {
      // It arrives at its new place, with what was changed here, and leaves the old one.
      const isCarried = isMergeChoice(choice) || isMovedAndEdited(file);
      add(newFolderPath, {
        name: newName,
        ...(isCarried
          ? { movedFrom: filePathOf(file), ...(byHand ?? { action: 'merge-local' }) }
          : { action: choice }),
      });
      add(folderPath, { name, action: 'delete' });
    }
  }
  return [...folders].map(([name, inFolder]) => ({ name, files: inFolder }));
}
