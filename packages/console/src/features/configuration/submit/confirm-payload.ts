import type { ConfirmedFile, ConfirmedFolder } from '@atrium/contract/configuration/confirmed-file';
import { changesLive, isMergeChoice } from '@atrium/contract/configuration/diff-file';
import { toFolders } from '@atrium/contract/configuration/file-ref';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { choiceOf, mergedOf, type ServiceChoices } from '../decisions/diff-choices.ts';
import { type DiffFile, isMovedAndEdited } from '../decisions/diff-file.ts';
import type { ServiceDiff } from '../differences/service-diffs.ts';

/** Returns the part of a request about one service, for a submit or for a test run before it. */
export function confirmedService(
  { service, changed, exchange, leftOut }: ServiceDiff,
  baseVersion: number,
  choices: ServiceChoices,
) {
  return {
    serviceId: service.serviceId,
    baseVersion,
    ...(exchange !== undefined && { exchange }),
    folders: confirmedFolders(changed, choices),
    ...(leftOut.length > 0 && { leftOut: [...leftOut] }),
  };
}

/** The files of one service: only files that change the live configuration; the others stay as they are. */
export function confirmedFolders(files: readonly DiffFile[], choices: ServiceChoices): ConfirmedFolder[] {
  const confirmed = files.flatMap((file) => confirmedFiles(file, choices));
  return toFolders(confirmed, ({ folderPath: _, ...file }) => file);
}

function confirmedFiles(file: DiffFile, choices: ServiceChoices): (ConfirmedFile & FilePlace)[] {
  const { type, name, folderPath, movedTo = file } = file;
  const choice = choiceOf(choices, file);
  if (!changesLive(type, choice)) return [];
  const content = mergedOf(choices, file);
  const byHand = content === undefined ? undefined : ({ action: 'merge', content } as const);
  if (type !== 'MOVED') return [{ folderPath, name, ...(byHand ?? { action: choice }) }];
  const origin = file.origin && { origin: filePathOf(file.origin) };
  if (choice === 'merge-local') {
    // The file stays at its local path, with git's changes of the old path.
    const movedFrom = filePathOf(movedTo);
    return [{ folderPath, name, movedFrom, ...origin, ...(byHand ?? { action: choice }) }];
  }
  // A carried file keeps its local changes at the new path and is deleted at the old one.
  const isCarried = isMergeChoice(choice) || isMovedAndEdited(file);
  const carried = {
    movedFrom: filePathOf(file),
    ...origin,
    ...(byHand ?? { action: 'merge-local' as const }),
  };
  return [
    { folderPath: movedTo.folderPath, name: movedTo.name, ...(isCarried ? carried : { action: choice }) },
    { folderPath, name, action: 'delete' },
  ];
}
