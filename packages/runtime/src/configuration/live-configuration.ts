import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { takeSteps } from '@atrium/host/event-loop';
import { jsonBytesOf } from '../sandbox/worker/json-bytes.ts';
import type { Configurations } from './configuration.service.ts';
import type { Scope } from './scope.ts';

/** Version of a configuration that functions and tests run with, loaded once and cached while it is live. */
export interface LiveConfiguration {
  version: number;
  /** Names domain, service and version, or contents, for the sandbox. */
  key: string;
  /** Path → content of the source files. */
  sources: ReadonlyMap<string, string>;
  /** Characters of all sources. */
  sourceLength: number;
  /** Bytes of all sources as the JSON in which the sandbox gets them. */
  sourceBytes: number;
  /** Item path (`functions/orders/create`) → fields of its metadata file. */
  metadata: ReadonlyMap<string, Record<string, PlainValue>>;
  /** Path → git blob id, of every file. */
  checksums: ReadonlyMap<string, string>;
  /** About how much memory it takes. */
  bytes: number;
}

/** Memory of a file besides its content: path, checksum and indexes. */
const FILE_BYTES = 500;

/** Names domain and service. */
export function keyOf({ domainId, serviceId }: Scope): string {
  return `${domainId}:${serviceId}`;
}

export async function readLiveConfiguration(
  configurations: Configurations,
  scope: Scope,
): Promise<LiveConfiguration> {
  const { version, files } = await configurations.listContents(scope);
  return takeSteps(toConfiguration(`${keyOf(scope)}:${version}`, version, files));
}

/** File by file: to read the metadata of very many takes seconds, in which all other calls have their turn. */
export function* toConfiguration(
  key: string,
  version: number,
  files: readonly (ConfigurationFile & { checksum: string })[],
): Generator<void, LiveConfiguration> {
  const sources = new Map<string, string>();
  const metadata = new Map<string, Record<string, PlainValue>>();
  const checksums = new Map<string, string>();
  let bytes = 0;
  let sourceLength = 0;
  let sourceBytes = 0;
  for (const file of files) {
    bytes += file.content.length + FILE_BYTES;
    checksums.set(filePathOf(file), file.checksum);
    if (isMetaFile(file.name)) {
      metadata.set(filePathOf({ ...file, name: itemNameOf(file.name) }), readFields(file.content));
    } else {
      const path = filePathOf(file);
      sources.set(path, file.content);
      sourceLength += file.content.length;
      // Paths of disabled functions are named a second time.
      sourceBytes += jsonBytesOf(file.content) + 2 * (jsonBytesOf(path) + 1);
    }
    yield;
  }
  return { version, key, sources, sourceLength, sourceBytes, metadata, checksums, bytes };
}

/** Returns the fields of a metadata file; none where it cannot be read. */
function readFields(text: string): Record<string, PlainValue> {
  try {
    const value = parseLiteralModule(text);
    return isPlainObject(value) ? value : {};
  } catch {
    // A metadata file that cannot be parsed has no fields; it is still shown and merged as text.
    return {};
  }
}
