import {
  DefaultActions,
  ExportedFile,
  ExportedFolder,
  type ExportedMetadata,
  VersionNumber,
} from '@atrium/contract/service-api/versions/export';
import { JsonCursor } from '@atrium/host/json-cursor';

/** Reads what a service answers `exportMetadata`, in steps of one file, and checks it as the contract says. */
export function* readExportedMetadata(text: string): Generator<undefined, ExportedMetadata> {
  const cursor = new JsonCursor(text);
  const found: Partial<ExportedMetadata> = {};
  for (const name of cursor.members()) {
    if (name === 'version') found.version = VersionNumber.parse(cursor.value());
    else if (name === 'folders') found.folders = yield* readFolders(cursor);
    else if (name === 'defaultActions') found.defaultActions = DefaultActions.parse(cursor.value());
    else cursor.value();
    yield;
  }
  cursor.end();
  const { version, folders, defaultActions } = found;
  if (version === undefined || folders === undefined || defaultActions === undefined)
    throw new TypeError('a version, folders or default actions are missing');
  return { version, folders, defaultActions };
}

function* readFolders(cursor: JsonCursor): Generator<undefined, ExportedFolder[]> {
  const folders: ExportedFolder[] = [];
  for (const _ of cursor.elements()) {
    let folderName: unknown;
    let files: ExportedFile[] | undefined;
    for (const member of cursor.members()) {
      if (member === 'files') files = yield* readFiles(cursor);
      else if (member === 'name') folderName = cursor.value();
      else cursor.value();
    }
    if (files === undefined) throw new TypeError('a folder has no files');
    const { name } = ExportedFolder.parse({ name: folderName, files: [] });
    folders.push({ name, files });
    yield;
  }
  return folders;
}

function* readFiles(cursor: JsonCursor): Generator<undefined, ExportedFile[]> {
  const files: ExportedFile[] = [];
  for (const _ of cursor.elements()) {
    files.push(ExportedFile.parse(cursor.value()));
    yield;
  }
  return files;
}
