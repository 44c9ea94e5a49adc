import type { SlowProcess } from '@atrium/host/slow-process/slow-process';
import type { Registry } from 'prom-client';
import type { Context } from '../context.ts';
import { usageFolderOf } from '../database/backup/usage-segments.ts';
import { createRegistry } from '../http/metrics.ts';
import { addOwnFigures } from '../operations/own-figures.ts';
import { addPlatformFigures } from '../operations/platform-figures.ts';
import { readServicesFigures, type ServicesFigures } from '../operations/services-figures.ts';

export interface Figures {
  registry: Registry;
  /** Takes a line of the process of the services. */
  readServices: (line: string) => void;
  /** Drops the figures of the services after their process has ended. */
  forgetServices: () => void;
}

/** All that this process exports, by its roles. */
export function createFigures(context: Context, slowProcess: SlowProcess): Figures {
  const { config } = context;
  const registry = createRegistry();
  let services: ServicesFigures | undefined;
  const usageFolder = usageFolderOf(config.dataFolder);
  addOwnFigures(registry, { ...context, usageFolder, slowProcess, findServices: () => services });
  if (config.roles.includes('jobs')) addPlatformFigures(registry, context);
  return {
    registry,
    readServices(line) {
      services = readServicesFigures(line) ?? services;
    },
    forgetServices() {
      services = undefined;
    },
  };
}
