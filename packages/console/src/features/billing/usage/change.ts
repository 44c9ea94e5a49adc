const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** `+24%`; `new` for what cost nothing before, and a dash for what costs nothing at either time. */
export function formatChange(cents: number, beforeCents: number): string {
  if (beforeCents === 0) return cents === 0 ? '–' : 'new';
  return percent.format(cents / beforeCents - 1);
}
