import type { Identity } from '../sandbox/process/messages.ts';

/** What one call used. */
export interface Usage {
  identity: Pick<Identity, 'domainId' | 'userId' | 'serviceId'>;
  metric: string;
  target: string;
  /** That of the live configuration. None for test runs: what they test may not be live. */
  version?: number;
  calls: number;
  durationMs: number;
  memoryBytes: number;
}

/** Where calls are counted. The promise settles when the usage outlives the process, though not yet the machine. */
export interface Meter {
  /** Why nothing can be counted at the moment, in words. */
  readonly problem?: string | undefined;
  record(usage: Usage): Promise<void>;
}
