import { filesOfFolders, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf, metaFileName } from '@atrium/contract/service-api/files/item-file-names';
import { parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { listIndexes, queryEntries } from '@atrium/contract/service-api/functions/content';
import type { EntryQuery } from '@atrium/contract/service-api/functions/content-entry';
import { type ExportedMetadata, exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFile, type SourceFile } from '@atrium/contract/service-api/versions/export-files';
import { serviceUri } from '@atrium/contract/services/service';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../../api/endpoint-query.ts';

const FOLDER = 'collections';
const BUILDING_POLL_MS = 2000;

const at = (serviceId: string) => ({ base: serviceUri(serviceId) });

export const placeOfCollection = (collection: string) => filePlaceOf(`${FOLDER}/${metaFileName(collection)}`);

// Keep `select` functions at module level; otherwise TanStack Query re-runs them on every render.
const toNames = ({ folders }: ExportedMetadata) =>
  filesOfFolders(folders)
    .filter(({ folderPath, name }) => folderPath === FOLDER && isMetaFile(name))
    .map(({ name }) => itemNameOf(name))
    .toSorted();

/** Names of the collections. */
export const collectionNamesQuery = (serviceId: string) =>
  queryOptions({ ...endpointQuery(exportMetadata, { query: {} }, at(serviceId)), select: toNames });

export interface CollectionFile {
  file: SourceFile;
  /** Undefined for a text of more than plain values. */
  fields: { [name: string]: PlainValue } | undefined;
}

function toCollectionFile(file: SourceFile): CollectionFile {
  try {
    const fields = parseLiteralModule(file.content);
    return { file, fields: isPlainObject(fields) ? fields : undefined };
  } catch {
    return { file, fields: undefined };
  }
}

/** Metadata file of a collection, with its schema and indexes. */
export const collectionQuery = (serviceId: string, collection: string) =>
  queryOptions({
    ...endpointQuery(
      exportSourceFile,
      { body: toSourceFileBody(placeOfCollection(collection)) },
      at(serviceId),
    ),
    select: toCollectionFile,
  });

/** A page of entries with the last change of each. Every call is metered, so pages stay fresh for a while. */
export const entriesQuery = (serviceId: string, collection: string, query: Partial<EntryQuery>) =>
  queryOptions({
    ...endpointQuery(
      queryEntries,
      { params: { collection }, body: { ...query, changes: true } },
      at(serviceId),
    ),
    refetchOnWindowFocus: false,
  });

/** Indexes of all collections; polled while one is being built. */
export const indexesQuery = (serviceId: string) =>
  queryOptions({
    ...endpointQuery(listIndexes, {}, at(serviceId)),
    refetchInterval: ({ state }) => state.data?.some(({ isReady }) => !isReady) && BUILDING_POLL_MS,
  });
