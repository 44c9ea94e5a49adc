import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';
import { isOldestKept } from './oldest-kept.ts';

export interface HistoryLine {
  number: number;
  text: string;
  version: HistoryVersion;
  /** Whether it is known that the version brought the line: it may be older than all that are kept. */
  isKnown: boolean;
  /** Whether the line before it came with another version. */
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
