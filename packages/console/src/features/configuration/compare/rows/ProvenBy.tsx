/** What tests prove of the live content of a file, quietly. */
export function ProvenBy({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return <span className="block text-xs font-normal text-ink-soft">{text}</span>;
}
