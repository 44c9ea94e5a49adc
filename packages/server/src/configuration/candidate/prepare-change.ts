import type { CandidateChange } from '@atrium/contract/test-runs/candidate-change';
import type { Caller } from '../../http/caller.ts';
import type { Edits } from '../edit/edit.service.ts';
import type { Imports } from '../import/import.service.ts';
import type { ServiceChange } from '../import/service-change.ts';
import type { ServiceSubmissions } from '../merge/service-submission.service.ts';
import type { Versions } from '../versions/version.service.ts';

export type ChangePreparer = (
  caller: Caller,
  change: CandidateChange,
  signal: AbortSignal,
) => Promise<ServiceChange>;

interface Preparing {
  serviceSubmissions: ServiceSubmissions;
  imports: Imports;
  edits: Edits;
  versions: Versions;
}

/** Each kind of change is prepared by the code that makes it live, so that tests see the files that a submit would write. */
export function createChangePreparer(parts: Preparing): ChangePreparer {
  const { serviceSubmissions, imports, edits, versions } = parts;
  return (caller, change, signal) => {
    switch (change.kind) {
      case 'pull':
        return serviceSubmissions.prepare(caller, change, { signal, ifMatch: undefined });
      case 'body':
        return imports.prepare(caller, change, { confirmed: [] });
      case 'edit':
        return edits.prepare(caller, change.serviceId, { files: change.files, message: '' });
      case 'version':
        return versions.prepare(caller, change.serviceId, change.version, change);
    }
  };
}
