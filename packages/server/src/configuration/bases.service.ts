import type { listBases, ServiceBase } from '@atrium/contract/configuration/bases';
import { isLeftOutPlace } from '@atrium/contract/configuration/manifest';
import type { EndpointAnswer } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { Caller } from '../http/caller.ts';
import { AppError } from '../http/errors.ts';
import type { ConfigurationParts } from './configuration.ts';
import { type Exchange, findExchange } from './exchange.repository.ts';
import { checksumsOf, readMetadata } from './live-configuration.ts';
import type { RemoteService } from './manifest.ts';
import type { Pulls } from './pull.service.ts';

/** How pulls stand to what was last exchanged with their branch. */
export interface Bases {
  list(caller: Caller, uuid: string): Promise<EndpointAnswer<typeof listBases>>;
}

export function createBases({ db, services }: ConfigurationParts, pulls: Pulls): Bases {
  /** What was live once the exchange was submitted; nothing where that is not known or the service does not tell. */
  async function readSubmitted(
    caller: Caller,
    { serviceId, submittedVersion }: Exchange,
  ): Promise<ReadonlyMap<string, string> | undefined> {
    if (submittedVersion === null) return undefined;
    try {
      const client = services.client(caller);
      return checksumsOf(await readMetadata(client, serviceId, { version: submittedVersion }));
    } catch (error) {
      if (error instanceof AppError) return undefined;
      throw error;
    }
  }

  return {
    async list(caller, uuid) {
      const { domainId, gitUrl, branch, services: pulled } = await pulls.find(caller.domainId, uuid);
      const bases: Record<string, ServiceBase> = {};
      for (const service of pulled) {
        const { serviceId } = service;
        const exchange = await findExchange(db, { domainId, serviceId, gitUrl, branch });
        if (exchange === undefined) continue;
        bases[serviceId] = baseOf(exchange, service, await readSubmitted(caller, exchange));
      }
      return { services: bases };
    },
  };
}

function baseOf(
  { checksums }: Exchange,
  { files, ignoredPaths = [] }: RemoteService,
  submitted: ReadonlyMap<string, string> | undefined,
): ServiceBase {
  const remote = new Map(files.map((file) => [filePathOf(file), file.checksum]));
  const changed = Object.entries(checksums).filter(([path, checksum]) => remote.get(path) !== checksum);
  const added = [...remote.keys()].filter((path) => !Object.hasOwn(checksums, path));
  const isMoved = new Set([...changed.map(([path]) => path), ...added]);
  const leftOut = new Set(ignoredPaths);
  const decided = submitted === undefined ? [] : [...new Set([...submitted.keys(), ...remote.keys()])];
  const kept = decided.filter(
    (path) =>
      !isMoved.has(path) && submitted?.get(path) !== remote.get(path) && !isLeftOutPlace(path, leftOut),
  );
  return { changed: Object.fromEntries(changed), added, kept };
}
