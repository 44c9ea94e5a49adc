import { isSameMetadata } from '@atrium/contract/configuration/same-metadata';
import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { isMetaFile } from '@atrium/contract/service-api/files/item-file-names';
import { takeSteps } from '@atrium/host/event-loop';
import type { Caller } from '../../http/caller.ts';
import type { ConfigurationParts } from '../configuration-parts.ts';
import { readSources } from '../live-configuration.ts';
import type { PullWithFiles } from '../pull/pull.repository.ts';
import { insertContents } from '../pull/remote-content.repository.ts';
import type { RemoteFiles } from '../pull/remote-file.service.ts';
import type { LeftOutFile } from '../versions/backup.repository.ts';

interface Parts extends ConfigurationParts {
  remoteFiles: RemoteFiles;
}

/** A submit of a pull, whose contents are all here. */
interface SubmittedPull {
  pull: PullWithFiles;
  serviceId: string;
  /** The live version, with its checksums by filePath. */
  version: number;
  local: ReadonlyMap<string, string>;
  /** filePaths about which something was decided. */
  decided: ReadonlySet<string>;
}

const FILES_AT_ONCE = 500;

/**
 * The metadata files that a comparison does not show, because their sides differ only in what does not count: no one decided
 * that one side goes to the other. Their live contents can be read as bases from now on.
 */
export async function findHiddenMetadata(
  { db, clock, services, remoteFiles }: Parts,
  caller: Caller,
  { pull, serviceId, version, local, decided }: SubmittedPull,
  signal: AbortSignal,
): Promise<LeftOutFile[]> {
  const service = pull.services.find((each) => each.serviceId === serviceId);
  const differing = (service?.files ?? []).filter((file) => {
    const path = filePathOf(file);
    const mine = local.get(path);
    return mine !== undefined && mine !== file.checksum && isMetaFile(path) && !decided.has(path);
  });
  const isReadable = service?.localVersion === version;
  const hidden: LeftOutFile[] = [];
  for (let start = 0; start < differing.length; start += FILES_AT_ONCE) {
    signal.throwIfAborted();
    const slice = differing.slice(start, start + FILES_AT_ONCE);
    const [here, there] = await Promise.all([
      readSources(services.getClient(caller), serviceId, slice, { version, signal }),
      remoteFiles.readFound(caller, pull, serviceId, slice, signal),
    ]);
    const contents = new Map<string, Buffer>();
    for (const path of await takeSteps(findSame(here, there, serviceId))) {
      const { checksum, content } = here.get(path) as { checksum: string; content: string };
      hidden.push([path, checksum]);
      contents.set(checksum, Buffer.from(content));
    }
    if (!isReadable) await insertContents(db, caller.domainId, [...contents], clock.now());
  }
  return hidden;
}

/** filePaths of metadata that differs only in fields that do not count. */
export function* findSame(
  here: ReadonlyMap<string, { content: string }>,
  there: ReadonlyMap<string, string>,
  serviceId: string,
): Generator<void, string[]> {
  const same: string[] = [];
  for (const [path, { content }] of here) {
    const other = there.get(path);
    if (other !== undefined && isSameMetadata(content, other, serviceId)) same.push(path);
    yield;
  }
  return same;
}
