import { blobId } from '@atrium/contract/service-api/files/blob-id';
import { type ConfigurationFile, filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { filesDigest } from '@atrium/contract/service-api/files/files-digest';
import type { TestSource } from '@atrium/contract/service-api/functions/test-sources';
import { takeSteps } from '@atrium/host/event-loop';
import type { Configurations } from './configuration.service.ts';
import { applyImport } from './imported-files.ts';
import { keyOf, type LiveConfiguration, toConfiguration } from './live-configuration.ts';
import type { Scope } from './scope.ts';
import { refuseBadTree } from './write-version.ts';

/** A version of a configuration, or one with other files in their place that is not live. */
export interface NamedConfiguration extends LiveConfiguration {
  /** Path → content of every file. */
  contents: ReadonlyMap<string, string>;
  digest: string;
}

/** Refuses what an import would refuse, and a version that does not exist. */
export async function readNamedConfiguration(
  configurations: Configurations,
  scope: Scope,
  { version, folders }: Pick<TestSource, 'version' | 'folders'>,
): Promise<NamedConfiguration> {
  const stored = await configurations.listContents(scope, undefined, version);
  const applied = [...applyImport(stored.files, { folders }).values()].map(withChecksum);
  const files = [...(await configurations.withCheckedCode(scope, applied))];
  if (folders.length > 0) files.sort((a, b) => (filePathOf(a) < filePathOf(b) ? -1 : 1));
  await refuseBadTree(files);
  const digest = filesDigest(files.map((file) => [filePathOf(file), file.checksum]));
  const key = `${keyOf(scope)}:${folders.length === 0 ? version : digest}`;
  const contents = new Map(files.map((file) => [filePathOf(file), file.content]));
  return { ...(await takeSteps(toConfiguration(key, version, files))), contents, digest };
}

function withChecksum(file: ConfigurationFile & { checksum?: string }) {
  return { ...file, checksum: file.checksum ?? blobId(file.content) };
}

/** Returns whether both have the same files in a folder and below it. */
export function hasSameFiles(
  folder: string,
  a: Pick<LiveConfiguration, 'checksums'>,
  b: Pick<LiveConfiguration, 'checksums'>,
): boolean {
  const filesOf = ({ checksums }: typeof a) =>
    [...checksums].filter(([path]) => path.startsWith(`${folder}/`));
  const [mine, theirs] = [filesOf(a), filesOf(b)];
  return (
    mine.length === theirs.length && mine.every(([path, checksum]) => b.checksums.get(path) === checksum)
  );
}
