interface ChangedByProps {
  lines: readonly string[];
}

/** Who changed a file and when, for each side; nothing of it is cut off. */
export function ChangedBy({ lines }: ChangedByProps) {
  return lines.map((line) => (
    <span key={line} className="block text-xs leading-tight wrap-anywhere text-ink-soft">
      {line}
    </span>
  ));
}
