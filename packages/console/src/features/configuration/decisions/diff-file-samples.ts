import { knownBase } from '@atrium/contract/configuration/changed-side';
import { compareFiles } from '@atrium/contract/configuration/compare-files';
import type { FileExamination } from '@atrium/contract/configuration/examine-files';
import type { ManifestFile } from '@atrium/contract/configuration/manifest';
import { filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { type DiffFile, type MarkSources, markFile } from './diff-file.ts';

type Checksums = { readonly [filePath: string]: string };

interface Sample {
  /** Content at the last exchange; absent if nothing was ever exchanged. */
  base?: Checksums;
  local: Checksums;
  remote: Checksums;
  /** Remote paths, by live path. */
  moved?: { readonly [from: string]: string };
  /** Last common paths, by live path. */
  origins?: { readonly [from: string]: string };
  /** Regions that conflict, by the remote's path; 0 for a clean merge. */
  conflicts?: { readonly [filePath: string]: number };
  examined?: { readonly [filePath: string]: FileExamination };
  kept?: readonly string[];
  defaults?: MarkSources['defaults'];
  startsBySide?: boolean;
}

/** For tests: the files of a comparison, identified by their checksums. */
export function sampleFiles(sample: Sample): DiffFile[] {
  const { base, local, remote, moved = {}, conflicts = {}, examined = {}, kept = [] } = sample;
  const here = sidesOf(local);
  const there = sidesOf(remote);
  const pairs = Object.entries(moved).map(([from, to]) => {
    const pair = [here.find(isAt(from)), there.find(isAt(to))] as const;
    if (!pair[0] || !pair[1]) throw new Error(`${from} and ${to} are not both there`);
    return [pair[0], pair[1]] as const;
  });
  const counted = Object.entries(conflicts).map(([path, count]) => [
    path,
    { added: 1, removed: 1, conflicts: count },
  ]);
  return compareFiles(here, there, pairs).map((file) =>
    file.type === 'NO_CHANGE'
      ? file
      : markFile(file, {
          base:
            base &&
            knownBase({
              changed: Object.fromEntries(Object.entries(base).filter(([path, sum]) => remote[path] !== sum)),
              added: Object.keys(remote).filter((path) => !(path in base)),
              kept: [...kept],
            }),
          origins: new Map(Object.entries(sample.origins ?? {})),
          examined: { ...Object.fromEntries(counted), ...examined },
          unreadable: undefined,
          defaults: sample.defaults ?? {},
          startsBySide: sample.startsBySide ?? false,
        }),
  );
}

const isAt = (filePath: string) => (file: ManifestFile) => file.filePath === filePath;

function sidesOf(checksums: Checksums): ManifestFile[] {
  return Object.entries(checksums).map(([filePath, checksum]) => ({
    ...filePlaceOf(filePath),
    filePath,
    checksum,
    commitSha: null,
    lastModified: null,
    breadcrumb: [],
  }));
}
