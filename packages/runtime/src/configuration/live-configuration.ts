import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { FUNCTIONS_FOLDER, isMetaFile, itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import { parseLiteralModule } from '@atrium/contract/service-api/files/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/files/plain-value';
import { type Declaration, parseDeclaration } from '@atrium/contract/service-api/functions/declaration';
import { takeSteps } from '@atrium/host/event-loop';
import { jsonBytesOf } from '../sandbox/worker/json-bytes.ts';
import { LayeredMap } from '../sandbox/worker/layered-map.ts';
import type { ChangedFiles } from './changed-files.ts';
import type { Configurations } from './configuration.service.ts';
import type { Scope } from './scope.ts';

type Fields = Record<string, PlainValue>;

/** Version of a configuration that functions and tests run with, loaded once and cached while it is live. */
export interface LiveConfiguration {
  version: number;
  /** When the version was made; undefined for files that are no version. */
  createdOn?: Date | undefined;
  /** Names domain, service and version, or contents, for the sandbox. */
  key: string;
  /** Path → code of the source files: TypeScript is without its types. */
  sources: LayeredMap<string>;
  /** Characters of all sources. */
  sourceLength: number;
  /** Bytes of all sources as the JSON in which the sandbox gets them. */
  sourceBytes: number;
  /** Item path (`functions/orders/create`) → fields of its metadata file. */
  metadata: LayeredMap<Fields>;
  /** The same of the rules alone: the same map for as long as none of them changes. */
  rules: LayeredMap<Fields>;
  /** Name of a function → what it declares; the same map for as long as no function changes what it declares. */
  declarations: LayeredMap<Declaration>;
  /** Path → git blob id, of every file. */
  checksums: LayeredMap<string>;
  /** About how much memory it takes. */
  bytes: number;
  /** Configurations that it was made of, the newest first, with the paths that changed since the one before. */
  formers: readonly { key: string; paths: readonly string[] }[];
}

export const RULES_FOLDER = 'rules';
/** Memory of a file besides its content: path, checksum and indexes. */
const FILE_BYTES = 500;

/** Former configurations that a configuration knows, and paths that have changed since any of them. */
const MAX_FORMERS = { configurations: 20, paths: 1_000 };

/** Names domain and service. */
export function keyOf({ domainId, serviceId }: Scope): string {
  return `${domainId}:${serviceId}`;
}

/** Reads what has changed since a former version, or everything. */
export async function readLiveConfiguration(
  configurations: Configurations,
  scope: Scope,
  former?: LiveConfiguration,
): Promise<LiveConfiguration> {
  const { version, createdOn, isWhole, ...changes } = await configurations.readLive(scope, former);
  if (former && version === former.version && !isWhole) return former;
  const key = `${keyOf(scope)}:${version}`;
  return takeSteps(withChanges(isWhole ? undefined : former, { key, version, createdOn }, changes));
}

const NOTHING: LiveConfiguration = {
  version: 0,
  key: '',
  sources: new LayeredMap(),
  sourceLength: 0,
  sourceBytes: 0,
  metadata: new LayeredMap(),
  rules: new LayeredMap(),
  declarations: new LayeredMap(),
  checksums: new LayeredMap(),
  bytes: 0,
  formers: [],
};

/** The configuration of all its files. */
export function toConfiguration(
  key: string,
  version: number,
  files: ChangedFiles['files'],
): Generator<void, LiveConfiguration> {
  return withChanges(undefined, { key, version }, { files, deleted: [], endedBytes: 0 });
}

/** File by file: to read the metadata of very many takes seconds, in which all other calls have their turn. */
function* withChanges(
  former: LiveConfiguration = NOTHING,
  head: Pick<LiveConfiguration, 'key' | 'version' | 'createdOn'>,
  { files, deleted, endedBytes }: ChangedFiles,
): Generator<void, LiveConfiguration> {
  const sources = new Map<string, string | null>();
  const metadata = new Map<string, Fields | null>();
  const rules = new Map<string, Fields | null>();
  const declarations = new Map<string, Declaration | null>();
  const checksums = new Map<string, string | null>();
  let { sourceLength, sourceBytes } = former;
  let bytes = former.bytes - endedBytes - FILE_BYTES * deleted.length;
  const countSource = (path: string, content: string, sign: 1 | -1) => {
    sourceLength += sign * content.length;
    // Paths of disabled functions are named a second time.
    sourceBytes += sign * (jsonBytesOf(content) + 2 * jsonBytesOf(path) + SEPARATOR_BYTES);
  };
  const setFile = (path: string, content: string | null) => {
    if (isMetaFile(path)) {
      const fields = content === null ? null : readFields(content);
      const item = itemNameOf(path);
      metadata.set(item, fields);
      if (item.startsWith(`${RULES_FOLDER}/`)) rules.set(item, fields);
      if (item.startsWith(`${FUNCTIONS_FOLDER}/`)) {
        const name = item.slice(FUNCTIONS_FOLDER.length + 1);
        const declaration = fields === null ? null : readDeclaration(fields);
        if (declaration !== null || former.declarations.has(name)) declarations.set(name, declaration);
      }
      return;
    }
    const before = former.sources.get(path);
    if (before !== undefined) countSource(path, before, -1);
    sources.set(path, content);
    if (content !== null) countSource(path, content, 1);
  };
  for (const file of files) {
    const path = filePathOf(file);
    bytes += Buffer.byteLength(file.content) + (former.checksums.has(path) ? 0 : FILE_BYTES);
    checksums.set(path, file.checksum);
    setFile(path, file.code ?? file.content);
    yield;
  }
  for (const path of deleted) {
    checksums.set(path, null);
    setFile(path, null);
  }
  const changes = { key: former.key, paths: [...checksums.keys()] };
  const isKnown = former !== NOTHING && changes.paths.length <= MAX_FORMERS.paths;
  return {
    ...head,
    sources: former.sources.with(sources),
    sourceLength,
    sourceBytes,
    metadata: former.metadata.with(metadata),
    rules: former.rules.with(rules),
    declarations: former.declarations.with(declarations),
    checksums: former.checksums.with(checksums),
    bytes,
    formers: isKnown ? [changes, ...former.formers].slice(0, MAX_FORMERS.configurations) : [],
  };
}

/** `:` and `,` of a source, `:true,` of a disabled one. */
const SEPARATOR_BYTES = 8;

/** Imports are refused because of declarations that cannot be used; a file from before that rule declares nothing. */
function readDeclaration(fields: Fields): Declaration | null {
  const parsed = parseDeclaration(fields);
  return parsed && 'declaration' in parsed ? parsed.declaration : null;
}

/** Returns the fields of a metadata file; none where it cannot be read. */
function readFields(text: string): Fields {
  try {
    const value = parseLiteralModule(text);
    return isPlainObject(value) ? value : {};
  } catch {
    // A metadata file that cannot be parsed has no fields; it is still shown and merged as text.
    return {};
  }
}
