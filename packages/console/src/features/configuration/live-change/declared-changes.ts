import { compareSides } from '@atrium/contract/configuration/comparison';
import { toFilePlace, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { endpointKey } from '@atrium/contract/endpoint-key';
import {
  type FilePlace,
  filePathOf,
  filePlaceOf,
} from '@atrium/contract/service-api/files/configuration-file';
import { FUNCTIONS_FOLDER, isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { listValues } from '@atrium/contract/service-api/functions/values';
import { exportSourceFiles } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { endpointQuery } from '../../../api/endpoint-query.ts';
import { isWithin } from '../../../lib/folders.ts';
import type { ReasonedChange } from './NamedList.tsx';

/** Maximum number of metadata files per service that are read before a change; changes in the others aren't listed. */
export const MOST_METADATA_FILES = 100;

/** New text of a metadata file. Null = there is no file. */
export interface MetadataChange extends FilePlace {
  readonly before: string | null;
  readonly after: string | null;
}

interface NamedService {
  readonly serviceId: string;
  readonly serviceName: string;
}

export function isFunctionMetadata({ folderPath, name }: FilePlace): boolean {
  return isMetaFile(name) && isWithin(folderPath, FUNCTIONS_FOLDER);
}

/** Lists the changes of declarations of functions, and the secrets that they need and are not set. */
export async function declaredChanges(
  client: QueryClient,
  { serviceId, serviceName }: NamedService,
  files: readonly MetadataChange[],
): Promise<ReasonedChange[]> {
  const metadata = files.filter(isFunctionMetadata);
  if (metadata.length === 0) return [];
  const { metadataChanges } = await import('@atrium/contract/service-api/functions/declaration-changes');
  const found = metadata
    .map((file) => ({ file, ...metadataChanges(file.before, file.after) }))
    .filter(({ changes }) => changes.length > 0);
  const areNeeded = found.some(({ secrets }) => secrets.length > 0);
  const known = areNeeded ? await readSetSecrets(client, serviceId) : undefined;
  return found.flatMap(({ file, changes, secrets }) => {
    const missing = secrets.filter((name) => known?.has(name) === false);
    const reasons = [...changes, ...missing.map((name) => `needs the secret ${name}, which is not set`)];
    return reasons.map((reason) => ({ serviceName, path: itemNameOf(filePathOf(file)), reason }));
  });
}

/** Names of the secrets that are set; undefined if the service cannot be asked. */
async function readSetSecrets(client: QueryClient, serviceId: string): Promise<Set<string> | undefined> {
  try {
    const query = endpointQuery(listValues, {}, { base: serviceUri(serviceId) });
    const { content } = await client.fetchQuery(query);
    return new Set(content.filter(({ kind, isSet }) => kind === 'secret' && isSet).map(({ name }) => name));
  } catch {
    return undefined;
  }
}

/** Changes of declarations by a save; undefined while they are being read. */
export function useDeclaredChanges(
  serviceId: string,
  files: readonly MetadataChange[],
): readonly ReasonedChange[] | undefined {
  return useQuery({
    queryKey: [...endpointKey(listValues, undefined, serviceUri(serviceId)), 'declared', files],
    // The name is shown only in lists of several services.
    queryFn: ({ client }) => declaredChanges(client, { serviceId, serviceName: serviceId }, files),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  }).data;
}

/** Return of a service to a version. */
export interface DeclaredReturn extends NamedService {
  readonly version: number;
  /** Files that return, by their live path and the one in the version; by default all that differ. */
  readonly files?: readonly { live: string; returned: string }[] | undefined;
}

/** Changes of declarations by returns to earlier versions. */
export const declaredReturnQuery = (returns: readonly DeclaredReturn[]) =>
  queryOptions({
    queryKey: [...endpointKey(compareSides), 'declared', returns],
    queryFn: async ({ client, signal }) => {
      const read = returns.map(async (one) => declaredChanges(client, one, await readReturned(one, signal)));
      return (await Promise.all(read)).flat();
    },
    staleTime: 0,
    gcTime: 0,
  });

async function readReturned(
  { serviceId, version, files }: DeclaredReturn,
  signal: AbortSignal,
): Promise<MetadataChange[]> {
  const pairs = files ?? (await listReturned(serviceId, version, signal));
  const metadata = pairs
    .map(({ live, returned }) => ({ live: filePlaceOf(live), place: filePlaceOf(returned) }))
    .filter(({ place }) => isFunctionMetadata(place))
    .slice(0, MOST_METADATA_FILES);
  if (metadata.length === 0) return [];
  const read = async (places: readonly FilePlace[], at: { version?: number }) => {
    const body = { files: places.map(toSourceFileBody), ...at };
    const found = await call(exportSourceFiles, { body }, { base: serviceUri(serviceId), signal });
    return new Map(found.files.map((file) => [filePathOf(toFilePlace(file)), file.content]));
  };
  const [before, after] = await Promise.all([
    read(
      metadata.map(({ live }) => live),
      {},
    ),
    read(
      metadata.map(({ place }) => place),
      { version },
    ),
  ]);
  return metadata.map(({ live, place }) => ({
    ...place,
    before: before.get(filePathOf(live)) ?? null,
    after: after.get(filePathOf(place)) ?? null,
  }));
}

async function listReturned(serviceId: string, version: number, signal: AbortSignal) {
  const params = { a: 'live', b: `version:${version}` } as const;
  const { services } = await call(compareSides, { params, body: { serviceId } }, { signal });
  const files = services.find((each) => each.serviceId === serviceId)?.files ?? [];
  return files.map(({ filePath, oldFilePath = filePath }) => ({ live: oldFilePath, returned: filePath }));
}
