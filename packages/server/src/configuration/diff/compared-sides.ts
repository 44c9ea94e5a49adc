import type { compareFiles } from '@atrium/contract/configuration/compare-files';
import type { ComparedFile } from '@atrium/contract/configuration/comparison';
import { isLeftOutPlace } from '@atrium/contract/configuration/ignored-files';
import { filePathOf } from '@atrium/contract/service-api/configuration-file';
import type { RemoteFile } from '../pull/manifest.ts';

export interface Side {
  kind: string;
  value: string;
}

/** `live`, `version:12` or `pull:<uuid>` */
export function readSide(text: string): Side {
  const [kind = '', value = ''] = text.split(':');
  return { kind, value };
}

export interface SideFiles {
  files: RemoteFile[];
  ignoredPaths: ReadonlySet<string>;
}

/** Without the files of which the other side may have something that it leaves out. */
export function takingPart({ files }: SideFiles, { ignoredPaths }: SideFiles): RemoteFile[] {
  return files.filter((file) => !isLeftOutPlace(filePathOf(file), ignoredPaths));
}

/** Returns a compared file as the wire has it; none where nothing differs. */
export function toCompared(file: ReturnType<typeof compareFiles<RemoteFile>>[number]): ComparedFile[] {
  if (file.type === 'NO_CHANGE') return [];
  const { folderPath, name } = file.movedTo ?? file;
  const place = { folderPath, name };
  return [
    {
      type: file.type,
      ...place,
      filePath: filePathOf(place),
      ...(file.type === 'MOVED' ? { oldFilePath: filePathOf(file) } : {}),
      before: file.local?.checksum ?? null,
      after: file.remote?.checksum ?? null,
    },
  ];
}
