import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { ExportedFile } from '@atrium/contract/service-api/export';
import { itemNameOf } from '@atrium/contract/service-api/item-file-names';
import { UnprocessableError } from '@atrium/host/errors';
import type { FileChange } from '../import/submit.service.ts';
import { readSources } from '../live-configuration.ts';

/** Of a file that the version names: an empty text would be mistaken for its content. */
export function contentOf(
  sources: Awaited<ReturnType<typeof readSources>>,
  filePath: string,
  version: number,
): string {
  const source = sources.get(filePath);
  if (source === undefined) {
    throw new UnprocessableError(`The content of ${filePath} in version ${version} can no longer be read.`);
  }
  return source.content;
}

/** Returns the changes that make an earlier version live again. */
export async function changesBack(
  client: Parameters<typeof readSources>[0],
  serviceId: string,
  version: number,
  before: readonly ExportedFile[],
  now: readonly ExportedFile[],
): Promise<FileChange[]> {
  const live = new Map(now.map(({ filePath, checksum }) => [filePath, checksum]));
  const changed = before.filter(({ filePath, checksum }) => live.get(filePath) !== checksum);
  const wanted = new Set(before.map(({ filePath }) => filePath));
  const sources = await readSources(client, serviceId, changed, { version });
  const written = changed.map(({ folderPath, name, filePath }): FileChange => {
    return { folderPath, name, action: 'merge', content: contentOf(sources, filePath, version) };
  });
  const removed = now
    .filter(({ filePath }) => !wanted.has(filePath))
    .map(({ folderPath, name }): FileChange => ({ folderPath, name, action: 'delete' }));
  return [...written, ...removed];
}

/** Returns what differs between two versions, item by item. */
export function compareItems(before: ExportedFile[], after: ExportedFile[]) {
  const [then, now] = [checksumsByItem(before), checksumsByItem(after)];
  return [...new Set([...then.keys(), ...now.keys()])].sort().flatMap((path) => {
    const [old, current] = [then.get(path), now.get(path)];
    if (old === current) return [];
    const cut = path.lastIndexOf('/');
    const change = old === undefined ? 'NEW' : current === undefined ? 'DELETED' : 'CHANGED';
    return [{ collectionName: path.slice(0, cut), objectName: path.slice(cut + 1), change } as const];
  });
}

function checksumsByItem(files: ExportedFile[]): Map<string, string> {
  const items = new Map<string, string>();
  for (const { folderPath, name, checksum } of files) {
    const path = filePathOf({ folderPath, name: itemNameOf(name) });
    items.set(path, `${items.get(path) ?? ''}${name}:${checksum}\n`);
  }
  return items;
}
