import {
  type ComparedFile,
  type MovedPair,
  moveCandidates,
} from '@atrium/contract/configuration/compare-files';
import { ignoredFieldsOf, isSameConfiguration } from '@atrium/contract/configuration/ignored-differences';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import { isMetaFile } from '@atrium/contract/service-api/configuration-file';
import { parseLiteralModule } from '@atrium/contract/service-api/literal';
import { similarity } from '@atrium/diff/similarity';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { localFileQuery, remoteFileQuery } from './pull.queries.ts';

/** What only the contents tell: files that moved and changed, and metadata that differs in nothing that counts. */
export interface CloserLook {
  readonly moved: readonly MovedPair<ManifestFile>[];
  /** File paths of metadata whose differences are all ignored. */
  readonly same: readonly string[];
}

/** Looking at contents takes a call each; beyond this many, names and checksums must do. */
const MAX_LOOKS = 200;
const CALLS_AT_ONCE = 6;
/** As git's own measure of a rename. */
const LEAST_SIMILARITY = 0.5;

/** Pairs whose contents are worth a look. */
function pairsToLookAt(compared: readonly ComparedFile<ManifestFile>[]): MovedPair<ManifestFile>[] {
  const metadata = compared.flatMap(({ type, name, local, remote }): MovedPair<ManifestFile>[] =>
    type === 'CHANGED' && isMetaFile(name) && local && remote ? [[local, remote]] : [],
  );
  return [...moveCandidates(compared), ...metadata].slice(0, MAX_LOOKS);
}

export function closerLookQuery(
  client: QueryClient,
  uuid: string,
  serviceId: string,
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
    queryFn: () => lookCloser(client, uuid, serviceId, pairs),
    enabled: pairs.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    // Without it the comparison is only coarser.
    retry: false,
  });
}

async function lookCloser(
  client: QueryClient,
  uuid: string,
  serviceId: string,
  pairs: readonly MovedPair<ManifestFile>[],
): Promise<CloserLook> {
  const moved: MovedPair<ManifestFile>[] = [];
  const same: string[] = [];
  const waiting = [...pairs];
  const work = async () => {
    for (let pair = waiting.shift(); pair; pair = waiting.shift()) {
      const [local, remote] = pair;
      const ref = ({ folderPath, name }: ManifestFile) => ({ serviceId, folderPath, name });
      const [here, there] = await Promise.all([
        client.fetchQuery(localFileQuery(ref(local), local.checksum)),
        client.fetchQuery(remoteFileQuery(uuid, ref(remote))),
      ]);
      if (local.filePath !== remote.filePath) {
        if (similarity(here.content, there.content) >= LEAST_SIMILARITY) moved.push(pair);
      } else if (isSameMetadata(here.content, there.content, serviceId)) same.push(local.filePath);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, work));
  return { moved, same };
}

/** Whether two metadata files differ only in ids, acl, folder, timestamps and linked ids. */
export function isSameMetadata(local: string, remote: string, serviceId: string): boolean {
  try {
    const ignored = ignoredFieldsOf(serviceId);
    return isSameConfiguration(parseLiteralModule(local), parseLiteralModule(remote), ignored);
  } catch {
    // What cannot be read as plain values is compared as text, and that differs.
    return false;
  }
}
