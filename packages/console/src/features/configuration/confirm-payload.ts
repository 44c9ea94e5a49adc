import type { ComparedFile } from '@atrium/contract/configuration/compare-files';
import type { ConfirmedFile, ConfirmedFolder } from '@atrium/contract/configuration/confirm';
import { changesLive } from '@atrium/contract/configuration/diff-file';
import type { DefaultActions } from '@atrium/contract/service-api/export';
import { choiceOf, mergedOf, type ServiceChoices } from './diff-choices.ts';

/** What is sent for one service: only files that change the live configuration; the others stay as they are. */
export function confirmedFolders(
  files: readonly ComparedFile[],
  choices: ServiceChoices,
  defaults?: DefaultActions,
): ConfirmedFolder[] {
  const folders = new Map<string, ConfirmedFile[]>();
  const add = (folderPath: string, file: ConfirmedFile) => {
    const inFolder = folders.get(folderPath);
    if (inFolder) inFolder.push(file);
    else folders.set(folderPath, [file]);
  };
  for (const file of files) {
    const { type, name, folderPath } = file;
    const choice = choiceOf(choices, file, defaults);
    if (!changesLive(type, choice)) continue;
    const content = mergedOf(choices, file);
    if (type === 'MOVED') {
      // The file arrives at its new place and leaves the old one.
      add(file.remote?.folderPath ?? folderPath, { name: file.remote?.name ?? name, action: choice });
      add(folderPath, { name, action: 'delete' });
    } else {
      add(folderPath, content === undefined ? { name, action: choice } : { name, action: 'merge', content });
    }
  }
  return [...folders].map(([name, inFolder]) => ({ name, files: inFolder }));
}
