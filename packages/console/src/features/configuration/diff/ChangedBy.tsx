/** Who changed a file, a line for each side. */
export function ChangedBy({ lines }: { lines: readonly string[] }) {
  return lines.map((line) => (
    <span key={line} className="block truncate text-xs text-ink-soft" title={line}>
      {line}
    </span>
  ));
}
