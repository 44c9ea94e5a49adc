import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';
import { isOldestKept } from './oldest-kept.ts';

export interface HistoryLine {
  number: number;
  text: string;
  version: HistoryVersion;
  /** True if the version is known to have added the line, which may be older than all kept versions. */
  isKnown: boolean;
  /** True if the previous line belongs to another version. */
  isFirst: boolean;
}

/** The lines of a file, each with the version that brought it. */
export function toHistoryLines({ content, stretches, versions, isWhole }: FileHistory): HistoryLine[] {
  const texts = content.split('\n');
  const byNumber = new Map(versions.map((version) => [version.version, version]));
  const lines: HistoryLine[] = [];
  for (const stretch of stretches) {
    const version = byNumber.get(stretch.version);
    if (version === undefined) continue;
    const isKnown = !isOldestKept({ isWhole }, version);
    for (let index = 0; index < stretch.lines; index += 1) {
      const text = (texts[lines.length] ?? '').replace(/\r$/, '');
      lines.push({ number: lines.length + 1, text, version, isKnown, isFirst: index === 0 });
    }
  }
  return lines;
}
