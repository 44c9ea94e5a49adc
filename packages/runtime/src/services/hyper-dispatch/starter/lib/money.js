// Money is counted in whole cents, so that sums are exact.

export function toText(cents) {
  const sign = cents < 0 ? '-' : '';
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Part of an amount in percent, rounded half up to a cent. */
export function percentOf(cents, percent) {
  return Math.floor((cents * percent + 50) / 100);
}
