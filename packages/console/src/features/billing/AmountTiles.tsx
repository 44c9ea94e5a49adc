import type { ReactNode } from 'react';

interface AmountTilesProps {
  amounts: { label: string; value: ReactNode; hint?: ReactNode }[];
}

/** The few figures that a page is about. */
export function AmountTiles({ amounts }: AmountTilesProps) {
  return (
    <dl className="flex flex-wrap gap-x-4 gap-y-4 sm:gap-x-10">
      {amounts.map(({ label, value, hint }) => (
        <div key={label} className="min-w-32 sm:min-w-36">
          <dt className="text-sm text-ink-soft">{label}</dt>
          <dd className="tabular text-2xl font-semibold tracking-tight">{value}</dd>
          {hint && <dd className="text-sm text-ink-soft">{hint}</dd>}
        </div>
      ))}
    </dl>
  );
}
