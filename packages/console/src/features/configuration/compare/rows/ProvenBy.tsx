/** Test coverage of a file's live content, in muted text. */
export function ProvenBy({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span className="block text-xs font-normal text-ink-soft">{text}</span>;
}
