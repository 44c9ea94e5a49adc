interface ChangedByProps {
  lines: readonly string[];
}

/** Author and time of the last change on each side, never truncated. */
export function ChangedBy({ lines }: ChangedByProps) {
  return lines.map((line) => (
    <span key={line} className="block text-xs leading-tight wrap-anywhere text-ink-soft">
      {line}
    </span>
  ));
}
