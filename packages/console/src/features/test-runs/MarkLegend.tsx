import { MARKS, markLooks } from './status-look.ts';

/** What the marks of strips and of the heat map mean. */
export function MarkLegend() {
  return (
    <ul aria-label="What the marks mean" className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {MARKS.map((mark) => (
        <li key={mark} className="flex items-end gap-1.5">
          <span aria-hidden className="mb-0.5 flex h-4 items-end">
            <span
              className={`w-2.5 bg-current ${markLooks[mark].ink}`}
              style={{ height: `${100 * markLooks[mark].height}%` }}
            />
          </span>
          {markLooks[mark].text}
        </li>
      ))}
    </ul>
  );
}
