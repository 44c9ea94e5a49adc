import type { ComparedFile } from '@atrium/contract/configuration/compare-files';
import { type Choice, defaultChoice } from '@atrium/contract/configuration/diff-file';
import type { DefaultActions } from '@atrium/contract/service-api/export';
import { choicesFor, type FileMarks, isSameContent } from './marked-file.ts';

/** The specification's default, and a service's own; what was decided before, against the same content, stays. */
export function tableChoice(file: ComparedFile & FileMarks, defaults: DefaultActions): Choice {
  const usual = defaultChoice(file.type, file.folderPath, defaults);
  return !file.isKept && choicesFor(file).includes(usual) ? usual : 'local';
}

/** What *Merge by side* chooses; null where a person has to decide. */
export function sideChoice(file: ComparedFile & FileMarks, table: Choice): Choice | null {
  const { type, side, merge, movedBy } = file;
  if (table === 'local' || side === 'HERE') return 'local';
  if (side === 'GIT') return table;
  if (side === 'BOTH') {
    if (merge !== 'CLEAN') return null;
    if (type !== 'MOVED') return 'merge-local';
    if (movedBy !== 'HERE') return 'remote';
    return isSameContent(file) ? 'local' : 'merge-local';
  }
  // Without a base nothing that is live is lost, and nothing merged, unasked.
  if (type === 'DELETED') return 'local';
  return type === 'NEW' || isSameContent(file) ? table : null;
}
