import { toFilePlace, toSourceFileBody } from '@atrium/contract/configuration/file-ref';
import { type FilePlace, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { type ExportedMetadata, exportMetadata } from '@atrium/contract/service-api/versions/export';
import { exportSourceFiles, MAX_SOURCE_FILES } from '@atrium/contract/service-api/versions/export-files';
import { diffVersions } from '@atrium/contract/service-api/versions/version-changes';
import { TooLargeError } from '@atrium/host/errors';
import type { ServiceClient } from '../services/service-client.ts';
import { readExportedMetadata } from './live-metadata.ts';

const LIST_TIMEOUT_MS = 60_000;

/** Reads of a service's configuration, on behalf of a person. */
export function readMetadata(
  client: ServiceClient,
  serviceId: string,
  { version, signal }: { version?: number; signal?: AbortSignal } = {},
): Promise<ExportedMetadata> {
  return client.callInSteps(
    serviceId,
    exportMetadata,
    { query: version === undefined ? {} : { version } },
    readExportedMetadata,
    { timeoutMs: LIST_TIMEOUT_MS, ...(signal && { signal }) },
  );
}

/** Checksums by filePath. */
export function checksumsOf({ folders }: ExportedMetadata): Map<string, string> {
  return new Map(folders.flatMap(({ files }) => files.map((file) => [file.filePath, file.checksum])));
}

/** Contents by filePath, of the live version or an earlier one. Files that do not exist there are left out. */
export async function readSources(
  client: ServiceClient,
  serviceId: string,
  files: readonly FilePlace[],
  { version, signal }: { version?: number; signal?: AbortSignal } = {},
): Promise<Map<string, { content: string; checksum: string }>> {
  const sources = new Map<string, { content: string; checksum: string }>();
  const read = async (slice: readonly FilePlace[]): Promise<void> => {
    const answer = await client
      .call(
        serviceId,
        exportSourceFiles,
        { body: { files: slice.map(toSourceFileBody), version } },
        { timeoutMs: LIST_TIMEOUT_MS, ...(signal && { signal }) },
      )
      .catch((error: unknown) => {
        if (!(error instanceof TooLargeError) || slice.length < 2) throw error;
      });
    if (answer === undefined) {
      // Lengths aren't known beforehand: read one half after the other.
      const middle = Math.ceil(slice.length / 2);
      await read(slice.slice(0, middle));
      return read(slice.slice(middle));
    }
    for (const { content, checksum, ...place } of answer.files) {
      sources.set(filePathOf(toFilePlace(place)), { content, checksum });
    }
  };
  for (let start = 0; start < files.length; start += MAX_SOURCE_FILES) {
    await read(files.slice(start, start + MAX_SOURCE_FILES));
  }
  return sources;
}

/** filePaths that differ between two versions. */
export async function listMovedPaths(
  client: ServiceClient,
  serviceId: string,
  from: number,
  to: number,
): Promise<string[]> {
  const { files } = await client.call(serviceId, diffVersions, { params: { from, to } });
  return files.map(filePathOf);
}
