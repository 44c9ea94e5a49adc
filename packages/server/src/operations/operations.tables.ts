import type { Time } from '@atrium/host/database/columns';

export interface OperationsTables {
  /** Backups that were made by timetable, or failed. */
  databaseBackups: {
    id: string;
    startedOn: Time;
    endedOn: Time;
    /** Null when it failed. */
    folder: string | null;
    sizeBytes: number | null;
    error: string | null;
  };
}
