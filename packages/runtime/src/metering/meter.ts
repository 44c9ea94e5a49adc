import type { Identity } from '../sandbox/process/messages.ts';

/** Usage of one call. */
export interface Usage {
  identity: Pick<Identity, 'domainId' | 'userId' | 'serviceId'>;
  metric: string;
  target: string;
  /** Version of the live configuration. Undefined for test runs, whose files may not be live. */
  version?: number;
  calls: number;
  durationMs: number;
  memoryBytes: number;
}

/**
 * Records the usage of calls. The promise settles once the usage survives the process, though not yet the
 * machine.
 */
export interface Meter {
  /** Why nothing can be counted at the moment, in words. */
  readonly problem?: string | undefined;
  record(usage: Usage): Promise<void>;
}
