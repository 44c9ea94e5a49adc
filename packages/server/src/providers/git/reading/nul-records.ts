const NUL = 0;

/** Exceeds any relevant record: usable paths have at most a thousand characters. */
const KEPT_BYTES = 4096;

/**
 * Parses git's output with `-z` as a stream, in time and memory independent of a record's length: records are cut after
 * four kilobytes.
 */
export function createRecordReader(onRecord: (record: string) => void): (chunk: Buffer) => void {
  let parts: Buffer[] = [];
  let length = 0;
  const keep = (part: Buffer) => {
    if (part.length === 0 || length >= KEPT_BYTES) return;
    const kept = part.subarray(0, KEPT_BYTES - length);
    parts.push(kept);
    length += kept.length;
  };
  return (chunk) => {
    let start = 0;
    for (let end = chunk.indexOf(NUL); end !== -1; end = chunk.indexOf(NUL, start)) {
      if (length === 0) {
        onRecord(chunk.toString('utf8', start, Math.min(end, start + KEPT_BYTES)));
      } else {
        keep(chunk.subarray(start, end));
        const whole = Buffer.concat(parts);
        parts = [];
        length = 0;
        onRecord(whole.toString('utf8'));
      }
      start = end + 1;
    }
    // A copy, so that a few bytes do not hold the whole chunk.
    keep(Buffer.from(chunk.subarray(start, start + KEPT_BYTES)));
  };
}
