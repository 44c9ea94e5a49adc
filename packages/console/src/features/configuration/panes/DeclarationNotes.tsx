import { metadataChanges } from '@atrium/contract/service-api/functions/declaration-changes';

interface DeclarationNotesProps {
  left: string | null;
  right: string | null;
}

/** Lists the declaration changes of a function from left to right. Loaded lazily, because the parser is large. */
export function DeclarationNotes({ left, right }: DeclarationNotesProps) {
  const { changes } = metadataChanges(left, right);
  if (changes.length === 0) return null;
  return (
    <ul
      aria-label="Declarations of the function"
      className="border-b border-line bg-warn-soft px-3 py-1.5 text-sm"
    >
      {changes.map((change) => (
        <li key={change}>The function {change}.</li>
      ))}
    </ul>
  );
}
