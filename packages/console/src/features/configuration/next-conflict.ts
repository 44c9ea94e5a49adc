import { merge3 } from '@atrium/diff';
import type { QueryClient } from '@tanstack/react-query';
import { mergedOf, pathOf, type ServiceChoices } from './diff-choices.ts';
import { localFileQuery, remoteFileQuery } from './pull.queries.ts';
import type { DiffFile, ServiceDiff } from './service-diffs.ts';

/** The next changed file that has conflicts and was not merged yet, round from the current one. */
export async function nextConflictFile(
  client: QueryClient,
  uuid: string,
  diff: ServiceDiff,
  choices: ServiceChoices,
  current: DiffFile,
): Promise<DiffFile | undefined> {
  const changed = diff.files.filter(({ type }) => type === 'CHANGED');
  const at = changed.findIndex((file) => pathOf(file) === pathOf(current));
  const inOrder = [...changed.slice(at + 1), ...changed.slice(0, Math.max(0, at))];
  for (const file of inOrder) {
    if (mergedOf(choices, file) !== undefined || !file.local) continue;
    const { serviceId } = diff.service;
    const ref = { serviceId, folderPath: file.folderPath, name: file.name };
    const [local, remote] = await Promise.all([
      client.ensureQueryData(localFileQuery(ref, file.local.checksum)),
      client.ensureQueryData(remoteFileQuery(uuid, ref)),
    ]);
    if (!merge3(remote.base?.content ?? null, local.content, remote.content).isClean) return file;
  }
  return undefined;
}
