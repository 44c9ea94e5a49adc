import { filePathOf } from '@atrium/contract/service-api/files/configuration-file';
import { itemNameOf } from '@atrium/contract/service-api/files/item-file-names';
import type { ExportedFile } from '@atrium/contract/service-api/versions/export';
import { UnprocessableError } from '@atrium/host/errors';
import type { FileChange } from '../import/service-change.ts';
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

/** Returns the changes that make an earlier version live again, without the contents. */
export function changesBack(before: readonly ExportedFile[], now: readonly ExportedFile[]): FileChange[] {
  const live = new Map(now.map(({ filePath, checksum }) => [filePath, checksum]));
  const wanted = new Set(before.map(({ filePath }) => filePath));
  const written = before
    .filter(({ filePath, checksum }) => live.get(filePath) !== checksum)
    .map(({ folderPath, name, checksum }): FileChange => ({ folderPath, name, action: 'merge', checksum }));
  const removed = now
    .filter(({ filePath }) => !wanted.has(filePath))
    .map(({ folderPath, name }): FileChange => ({ folderPath, name, action: 'delete' }));
  return [...written, ...removed];
}

/** Reads what those changes write, for a service that is to take some files only, or to test them. */
export async function withContents(
  client: Parameters<typeof readSources>[0],
  serviceId: string,
  version: number,
  changes: readonly FileChange[],
): Promise<FileChange[]> {
  const written = changes.filter(({ action }) => action === 'merge');
  const sources = await readSources(client, serviceId, written, { version });
  return changes.map((change) =>
    change.action === 'merge'
      ? { ...change, content: contentOf(sources, filePathOf(change), version) }
      : change,
  );
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
