import { refineChange } from '@atrium/diff/line-diff';

interface MarkedTextProps {
  text: string;
  /** Null where there is nothing to compare with. */
  other: string | null;
}

/** A side with the words marked that the other one does not have. */
export function MarkedText({ text, other }: MarkedTextProps) {
  if (text === '') return '(nothing)';
  if (other === null || other === '') return text;
  let position = 0;
  const parts = refineChange(other, text).flatMap(({ fromB, toB }) => {
    const before = text.slice(position, fromB);
    position = toB;
    const marked = (
      <mark key={fromB} className="rounded-xs bg-warn-soft text-inherit">
        {text.slice(fromB, toB)}
      </mark>
    );
    return toB > fromB ? [before, marked] : [before];
  });
  return [...parts, text.slice(position)];
}
