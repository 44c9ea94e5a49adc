import type { FilePlace } from '@atrium/contract/service-api/files/configuration-file';
import type { Service } from '@atrium/contract/services/service';
import type { ReactNode } from 'react';

/** Files that are no longer live, and the version that has them. */
interface FileReturn {
  service: Service;
  version: number;
  liveVersion: number;
  files: readonly FilePlace[];
  onClose: () => void;
}

/** A file before and after a version. */
export interface FileChange {
  serviceId: string;
  /** Its path in each of the two; null where it was not there. */
  file: { before: string | null; after: string };
  versions: { from: number; to: number };
  onClose: () => void;
}

/** Parts of the page of a file that another feature shows. */
export interface FileParts {
  /** Asks before files become live again. */
  fileReturn: (question: FileReturn) => ReactNode;
  /** What a version changed in a file. */
  fileChange: (change: FileChange) => ReactNode;
}
