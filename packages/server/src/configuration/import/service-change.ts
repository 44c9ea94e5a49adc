import type { SubmitAction } from '@atrium/contract/audit/log-actions';
import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { ImportFile } from '@atrium/contract/service-api/versions/import-files';
import type { PullWithFiles } from '../pull/pull.repository.ts';
import type { LeftOutFile } from '../versions/backup.repository.ts';

/** Change of one file: written, if it has content, left as it is, or removed. */
export type FileChange = FilePlace &
  Pick<ImportFile, 'action' | 'content'> & {
    /** Of what comes back from an earlier version, whether or not its content is read. */
    checksum?: string;
  };

/** Version that a change is based on. */
export interface ChangeBase {
  serviceId: string;
  /** The live one, whichever that is, when left out. */
  baseVersion?: number;
  /** The live versions for which the change is meant, where the caller named some. */
  ifMatch?: readonly number[] | undefined;
  /** filePaths that the change touches; all files when left out. */
  paths?: ReadonlySet<string>;
}

/** One change of one service's live configuration. */
export interface ServiceChange {
  serviceId: string;
  baseVersion: number;
  /** Checksums of `baseVersion` by filePath, if all of it was read. */
  base?: ReadonlyMap<string, string>;
  changes: readonly FileChange[];
  /** All files become those of this version. The service has them, so that no content is sent and their size does not matter. */
  restoredVersion?: number | undefined;
  message: string;
  commitSha: string | null;
  backupKey: string | undefined;
  /** Name of the log entry: `configuration.import`, `configuration.restore`. */
  action: SubmitAction;
  /** The pull that is submitted: it counts as exchanged with the service afterwards. */
  pull?: PullWithFiles;
  /** Files of the pull about which nothing was decided. */
  leftOut?: readonly LeftOutFile[] | undefined;
  /** The server puts back a submit of which a test failed: what was live before needs no passed run. */
  isReturn?: true;
  /** This undoes the versions from this one to the base: the pulls that created them no longer count as exchanged. */
  undoneVersion?: number | undefined;
}

/** A change whose base was read whole. */
export type ComparedChange = ServiceChange & Required<Pick<ServiceChange, 'base'>>;

export interface Submitted {
  version: number;
  /** Null when nothing had to change. */
  backupId: string | null;
}
