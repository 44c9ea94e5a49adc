import { SlowProcess } from '@atrium/host/slow-process/slow-process';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { StoreConnections } from '../database/open-store.ts';
import { SLOW_CALLS_PROGRAM } from '../paths.ts';

/** Settings that the web passes to its process for slow calls. */
export interface SlowCallsSettings extends StoreConnections {
  config: Config;
  /** Port of the web. */
  port: number;
  /** Address of the services that the web started. */
  ownServices: string | undefined;
}

/** The process that answers the slow calls of the web of this one. */
export function createSlowProcess(
  { config, log, publicUrl, services }: Context,
  { connection, directConnection }: StoreConnections,
  options: { longMs?: number; hasLowPriority?: boolean } = {},
): SlowProcess {
  return new SlowProcess({
    program: SLOW_CALLS_PROGRAM,
    settings: (): SlowCallsSettings => ({
      // It makes no administrator.
      config: { ...config, adminPassword: undefined },
      connection,
      directConnection,
      port: Number(new URL(publicUrl.get()).port),
      ownServices: services.ownProcess,
    }),
    extraCertificates: config.extraCertificates,
    log,
    ...options,
  });
}
