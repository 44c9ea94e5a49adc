import { compareFiles } from '@atrium/contract/configuration/compare-files';
import type { compareSides } from '@atrium/contract/configuration/comparison';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration.ts';
import { readMetadata } from '../live-configuration.ts';
import type { Pulls } from '../pull/pull.service.ts';
import { type SideFiles, takingPart, toCompared } from './compared-sides.ts';

interface Parts extends ConfigurationParts {
  pulls: Pulls;
}

/** `live`, `version:12` or `pull:<uuid>` */
function readSide(text: string): { kind: string; value: string } {
  const [kind = '', value = ''] = text.split(':');
  return { kind, value };
}

export class Comparisons {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** What changed from `a` to `b`. */
  async compare(
    caller: Caller,
    a: string,
    b: string,
    chosen: string | undefined,
  ): Promise<EndpointResponse<typeof compareSides>> {
    const ids = await this.#servicesToCompare(caller, [a, b], chosen);
    const compared = ids.map(async (serviceId) => {
      const [before, after] = await Promise.all([
        this.#readFiles(caller, a, serviceId),
        this.#readFiles(caller, b, serviceId),
      ]);
      const files = compareFiles(takingPart(before, after), takingPart(after, before)).flatMap(toCompared);
      return { serviceId, files };
    });
    return { services: await Promise.all(compared) };
  }

  async #servicesToCompare(caller: Caller, sides: string[], serviceId: string | undefined) {
    const { services, pulls } = this.#parts;
    if (serviceId !== undefined) return [(await services.get(serviceId)).id];
    const read = sides.map(readSide);
    if (read.some(({ kind }) => kind === 'version')) {
      throw new UnprocessableError('Specify the service: versions are numbered per service.');
    }
    const pulled = read.filter(({ kind }) => kind === 'pull');
    if (pulled.length === 0) return [];
    const found = await Promise.all(pulled.map(({ value }) => pulls.find(caller.domainId, value)));
    return [...new Set(found.flatMap((pull) => pull.services.map((service) => service.serviceId)))].sort();
  }

  async #readFiles(caller: Caller, side: string, serviceId: string): Promise<SideFiles> {
    const { services, pulls } = this.#parts;
    const { kind, value } = readSide(side);
    if (kind === 'pull') {
      const pull = await pulls.find(caller.domainId, value);
      const service = pull.services.find((each) => each.serviceId === serviceId);
      if (service === undefined) throw new NotFoundError('The service is not part of this pull.');
      return { files: service.files, ignoredPaths: new Set(service.ignoredPaths) };
    }
    const version = kind === 'version' ? { version: Number(value) } : {};
    const { folders } = await readMetadata(services.getClient(caller), serviceId, version);
    return { files: folders.flatMap(({ files }) => files), ignoredPaths: new Set() };
  }
}
