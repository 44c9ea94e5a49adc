import { compareFiles } from '@atrium/contract/configuration/compare-files';
import type { ComparedFile, compareSides } from '@atrium/contract/configuration/comparison';
import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import type { EndpointResponse } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { NotFoundError, UnprocessableError } from '@atrium/host/errors';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { readMetadata } from '../live-configuration.ts';
import type { RemoteFile } from '../pull/manifest.ts';
import type { PullWithFiles } from '../pull/pull.repository.ts';
import type { Pulls } from '../pull/pull.service.ts';

interface Parts extends ConfigurationParts {
  pulls: Pulls;
}

/** By the id that was asked for. */
type PullsById = ReadonlyMap<string, PullWithFiles>;

export class Comparisons {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Changes from `a` to `b`. */
  async compare(
    caller: Caller,
    a: string,
    b: string,
    chosen: string | undefined,
  ): Promise<EndpointResponse<typeof compareSides>> {
    const sides = [readSide(a), readSide(b)] as const;
    // Once for all services: the list of a pull's files is long.
    const pulls = await this.#findPulls(caller, sides);
    const ids = await this.#servicesToCompare(sides, pulls, chosen);
    const compared = ids.map(async (serviceId) => {
      const [before, after] = await Promise.all([
        this.#readFiles(caller, sides[0], pulls, serviceId),
        this.#readFiles(caller, sides[1], pulls, serviceId),
      ]);
      const files = compareFiles(takingPart(before, after), takingPart(after, before)).flatMap(toCompared);
      return { serviceId, files };
    });
    return { services: await Promise.all(compared) };
  }

  async #findPulls(caller: Caller, sides: readonly Side[]): Promise<PullsById> {
    const ids = new Set(sides.flatMap(({ kind, value }) => (kind === 'pull' ? [value] : [])));
    const { pulls } = this.#parts;
    return new Map(
      await Promise.all([...ids].map(async (id) => [id, await pulls.find(caller.domainId, id)] as const)),
    );
  }

  async #servicesToCompare(sides: readonly Side[], pulls: PullsById, serviceId: string | undefined) {
    if (serviceId !== undefined) return [(await this.#parts.services.get(serviceId)).id];
    if (sides.some(({ kind }) => kind === 'version')) {
      throw new UnprocessableError('Specify the service: versions are numbered per service.');
    }
    const found = [...pulls.values()];
    return [...new Set(found.flatMap((pull) => pull.services.map((service) => service.serviceId)))].sort();
  }

  async #readFiles(caller: Caller, side: Side, pulls: PullsById, serviceId: string): Promise<SideFiles> {
    const { kind, value } = side;
    const pull = pulls.get(value);
    if (pull !== undefined) {
      const service = pull.services.find((each) => each.serviceId === serviceId);
      if (service === undefined) throw new NotFoundError('The service is not part of this pull.');
      return { files: service.files, ignoredPaths: new Set(service.ignoredPaths) };
    }
    const version = kind === 'version' ? { version: Number(value) } : {};
    const client = this.#parts.services.getClient(caller);
    const { folders } = await readMetadata(client, serviceId, version);
    return { files: folders.flatMap(({ files }) => files), ignoredPaths: new Set() };
  }
}

interface Side {
  kind: string;
  value: string;
}

/** `live`, `version:12` or `pull:<uuid>` */
function readSide(text: string): Side {
  const [kind = '', value = ''] = text.split(':');
  return { kind, value };
}

interface SideFiles {
  files: RemoteFile[];
  ignoredPaths: ReadonlySet<string>;
}

/** Without the files of which the other side may have something that it leaves out. */
function takingPart({ files }: SideFiles, { ignoredPaths }: SideFiles): RemoteFile[] {
  return files.filter((file) => !isLeftOutPlace(filePathOf(file), ignoredPaths));
}

/** Returns a compared file as the wire has it; none where nothing differs. */
function toCompared(file: ReturnType<typeof compareFiles<RemoteFile>>[number]): ComparedFile[] {
  if (file.type === 'NO_CHANGE') return [];
  const { folderPath, name } = file.movedTo ?? file;
  const place = { folderPath, name };
  return [
    {
      type: file.type,
      ...place,
      filePath: filePathOf(place),
      ...(file.type === 'MOVED' ? { oldFilePath: filePathOf(file) } : {}),
      before: file.local?.checksum ?? null,
      after: file.remote?.checksum ?? null,
    },
  ];
}
