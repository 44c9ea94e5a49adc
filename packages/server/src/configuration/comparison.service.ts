import { compareFiles } from '@atrium/contract/configuration/compare-files';
import type { ComparedFile, compareSides } from '@atrium/contract/configuration/comparison';
import { isLeftOutPlace } from '@atrium/contract/configuration/manifest';
import type { EndpointAnswer } from '@atrium/contract/endpoint';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { Caller } from '../http/caller.ts';
import { NotFoundError, UnprocessableError } from '../http/errors.ts';
import type { ConfigurationParts } from './configuration.ts';
import { readMetadata } from './live-configuration.ts';
import type { RemoteFile } from './manifest.ts';
import type { Pulls } from './pull.service.ts';

export interface Comparisons {
  /** What changed from `a` to `b`. */
  compare(
    caller: Caller,
    a: string,
    b: string,
    serviceId: string | undefined,
  ): Promise<EndpointAnswer<typeof compareSides>>;
}

/** `live`, `version:12` or `pull:<uuid>` */
function readSide(text: string): { kind: string; value: string } {
  const [kind = '', value = ''] = text.split(':');
  return { kind, value };
}

export function createComparisons({ services }: ConfigurationParts, pulls: Pulls): Comparisons {
  async function servicesToCompare(caller: Caller, sides: string[], serviceId: string | undefined) {
    if (serviceId !== undefined) return [(await services.get(serviceId)).id];
    const read = sides.map(readSide);
    if (read.some(({ kind }) => kind === 'version')) {
      throw new UnprocessableError('Versions are numbered per service: please name the service.');
    }
    const pulled = read.filter(({ kind }) => kind === 'pull');
    if (pulled.length === 0) return [];
    const found = await Promise.all(pulled.map(({ value }) => pulls.find(caller.domainId, value)));
    return [...new Set(found.flatMap((pull) => pull.services.map((service) => service.serviceId)))].sort();
  }

  async function readFiles(caller: Caller, side: string, serviceId: string): Promise<SideFiles> {
    const { kind, value } = readSide(side);
    if (kind === 'pull') {
      const pull = await pulls.find(caller.domainId, value);
      const service = pull.services.find((each) => each.serviceId === serviceId);
      if (service === undefined) throw new NotFoundError('The service is not part of this pull.');
      return { files: service.files, ignoredPaths: new Set(service.ignoredPaths) };
    }
    const version = kind === 'version' ? { version: Number(value) } : {};
    const { folders } = await readMetadata(services.client(caller), serviceId, version);
    return { files: folders.flatMap(({ files }) => files), ignoredPaths: new Set() };
  }

  return {
    async compare(caller, a, b, chosen) {
      const ids = await servicesToCompare(caller, [a, b], chosen);
      const compared = ids.map(async (serviceId) => {
        const [before, after] = await Promise.all([
          readFiles(caller, a, serviceId),
          readFiles(caller, b, serviceId),
        ]);
        const files = compareFiles(takingPart(before, after), takingPart(after, before)).flatMap(toCompared);
        return { serviceId, files };
      });
      return { services: await Promise.all(compared) };
    },
  };
}

interface SideFiles {
  files: RemoteFile[];
  ignoredPaths: ReadonlySet<string>;
}

/** Without the files of which the other side may have something that it leaves out. */
function takingPart({ files }: SideFiles, { ignoredPaths }: SideFiles): RemoteFile[] {
  return files.filter((file) => !isLeftOutPlace(filePathOf(file), ignoredPaths));
}

function toCompared(file: ReturnType<typeof compareFiles<RemoteFile>>[number]): ComparedFile[] {
  if (file.type === 'NO_CHANGE') return [];
  const folderPath = file.newFolderPath ?? file.folderPath;
  const name = file.newName ?? file.name;
  return [
    {
      type: file.type,
      folderPath,
      name,
      filePath: `${folderPath}/${name}`,
      ...(file.type === 'MOVED' ? { oldFilePath: `${file.folderPath}/${file.name}` } : {}),
      before: file.local?.checksum ?? null,
      after: file.remote?.checksum ?? null,
    },
  ];
}
