import {
  type ComparedFile,
  type MovedPair,
  moveCandidates,
} from '@atrium/contract/configuration/compare-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import { MAX_REMOTE_FILES, readRemoteFiles } from '@atrium/contract/configuration/pull';
import { isSameMetadata } from '@atrium/contract/configuration/same-metadata';
import { isMetaFile } from '@atrium/contract/service-api/configuration-file';
import { exportSourceFiles } from '@atrium/contract/service-api/export';
import { serviceUri } from '@atrium/contract/services/service';
import { similarity } from '@atrium/diff/similarity';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** What only the contents tell: files that moved and changed, and metadata that differs in nothing that counts. */
export interface CloserLook {
  readonly moved: readonly MovedPair<ManifestFile>[];
  /** File paths of metadata whose differences are all ignored. */
  readonly same: readonly string[];
  /** Files that were compared by name and checksum only: too many, or their contents could not be read. */
  readonly unlookedCount: number;
}

/** Beyond this many, names and checksums must do. */
const MAX_LOOKS = 10_000;
const CALLS_AT_ONCE = 3;
/** As git's own measure of a rename. */
const LEAST_SIMILARITY = 0.5;

/** Pairs whose contents are worth a look. */
function pairsToLookAt(compared: readonly ComparedFile<ManifestFile>[]): MovedPair<ManifestFile>[] {
  const metadata = compared.flatMap(({ type, name, local, remote }): MovedPair<ManifestFile>[] =>
    type === 'CHANGED' && isMetaFile(name) && local && remote ? [[local, remote]] : [],
  );
  return [...moveCandidates(compared), ...metadata];
}

export function closerLookQuery(
  uuid: string,
  serviceId: string,
  version: number | undefined,
  compared: readonly ComparedFile<ManifestFile>[],
) {
  const pairs = pairsToLookAt(compared);
  return queryOptions({
    queryKey: [
      'closer-look',
      uuid,
      serviceId,
      pairs.map(([local, remote]) => local.checksum + remote.checksum),
    ],
    queryFn: ({ signal }) => lookCloser({ uuid, serviceId, version, signal }, pairs),
    enabled: pairs.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Without it the comparison is only coarser.
    retry: false,
  });
}

interface LookedAt {
  uuid: string;
  serviceId: string;
  version: number | undefined;
  signal: AbortSignal;
}

async function lookCloser(place: LookedAt, pairs: readonly MovedPair<ManifestFile>[]): Promise<CloserLook> {
  const moved: MovedPair<ManifestFile>[] = [];
  const same: string[] = [];
  const looked = pairs.slice(0, MAX_LOOKS);
  let unlookedCount = pairs.length - looked.length;
  const waiting = Array.from({ length: Math.ceil(looked.length / MAX_REMOTE_FILES) }, (_, index) =>
    looked.slice(index * MAX_REMOTE_FILES, (index + 1) * MAX_REMOTE_FILES),
  );
  const work = async () => {
    for (let slice = waiting.shift(); slice; slice = waiting.shift()) {
      const [here, there] = await readBoth(place, slice);
      for (const pair of slice) {
        const [local, remote] = pair;
        const [mine, theirs] = [here.get(local.filePath), there.get(remote.filePath)];
        if (mine === undefined || theirs === undefined) unlookedCount++;
        else if (local.filePath !== remote.filePath) {
          if (similarity(mine, theirs) >= LEAST_SIMILARITY) moved.push(pair);
        } else if (isSameMetadata(mine, theirs, place.serviceId)) same.push(local.filePath);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return { moved, same, unlookedCount };
}

/** Contents by path of both sides; nothing where they cannot be read, so that the other files are looked at. */
async function readBoth(
  { uuid, serviceId, version, signal }: LookedAt,
  pairs: readonly MovedPair<ManifestFile>[],
): Promise<[ReadonlyMap<string, string>, ReadonlyMap<string, string>]> {
  const files = pairs.map(([{ folderPath, name }]) => ({ folder: folderPath, name }));
  const filePaths = pairs.map(([, remote]) => remote.filePath);
  try {
    const [local, remote] = await Promise.all([
      call(exportSourceFiles, { body: { files, version } }, { signal, base: serviceUri(serviceId) }),
      call(readRemoteFiles, { body: { uuid, serviceId, filePaths } }, { signal }),
    ]);
    return [
      new Map(local.files.map(({ folder, name, content }) => [`${folder}/${name}`, content])),
      new Map(remote.files.map(({ filePath, content }) => [filePath, content])),
    ];
  } catch {
    signal.throwIfAborted();
    return [new Map(), new Map()];
  }
}
