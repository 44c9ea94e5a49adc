import type { FileExamination } from '@atrium/contract/configuration/examine-files';
import { countChanges } from '@atrium/diff/change-counts';
import { comparedTexts } from '@atrium/diff/compared-texts';
import { mergeFavouring } from '@atrium/diff/favour';
import { merge3 } from '@atrium/diff/merge';
import { findSyntaxFault } from './syntax-fault.ts';

export type Contents = readonly [local: string, remote: string];

/** `base` is known only where both sides differ from it. */
export function examineBoth(
  path: string,
  [local, remote]: Contents,
  base: string | undefined,
): FileExamination {
  const examination: FileExamination = { ...countChanges(local, remote), ...faultOf(path, remote) };
  if (base === undefined) return examination;
  const compared = comparedTexts({ base, local, remote });
  const { isClean, conflictCount, text } = merge3(compared.base, compared.local, compared.remote);
  const ofLocal = findSyntaxFault(path, isClean ? text : mergeFavouring('local', base, local, remote));
  const ofRemote = isClean ? ofLocal : findSyntaxFault(path, mergeFavouring('remote', base, local, remote));
  const mergeFaults = { ...(ofLocal && { local: ofLocal }), ...(ofRemote && { remote: ofRemote }) };
  return { ...examination, conflicts: conflictCount, ...((ofLocal ?? ofRemote) && { mergeFaults }) };
}

/** Returns where the remote's content cannot be parsed. */
export function faultOf(path: string, content: string): Pick<FileExamination, 'fault'> {
  const fault = findSyntaxFault(path, content);
  return fault === undefined ? {} : { fault };
}
