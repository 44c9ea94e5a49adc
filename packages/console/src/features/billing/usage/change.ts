const percent = new Intl.NumberFormat('en-US', {
  style: 'percent',
  signDisplay: 'exceptZero',
  maximumFractionDigits: 0,
});

/** `+24%`; `new` if the earlier cost is zero, and a dash if both are. */
export function formatChange(cents: number, beforeCents: number): string {
  if (beforeCents === 0) return cents === 0 ? '–' : 'new';
  return percent.format(cents / beforeCents - 1);
}
