import type { FileHistory, HistoryVersion } from '@atrium/contract/configuration/file-history';

export interface HistoryLine {
  number: number;
  text: string;
  version: HistoryVersion;
  /** Whether the line before it came with another version. */
  isFirst: boolean;
}

/** The lines of a file, each with the version that brought it. */
export function toHistoryLines({ content, stretches, versions }: FileHistory): HistoryLine[] {
  const texts = content.split('\n');
  const byNumber = new Map(versions.map((version) => [version.version, version]));
  const lines: HistoryLine[] = [];
  for (const stretch of stretches) {
    const version = byNumber.get(stretch.version);
    if (version === undefined) continue;
    for (let index = 0; index < stretch.lines; index += 1) {
      const text = (texts[lines.length] ?? '').replace(/\r$/, '');
      lines.push({ number: lines.length + 1, text, version, isFirst: index === 0 });
    }
  }
  return lines;
}
