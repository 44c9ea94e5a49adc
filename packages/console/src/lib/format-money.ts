const symbolByCurrency = new Map<string, string>();

/** Minor units in one unit: 100 cents, 1 yen, 1,000 fils. */
function minorUnits(currency: string): number {
  const { maximumFractionDigits } = new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
  }).resolvedOptions();
  return 10 ** (maximumFractionDigits ?? 2);
}

/** Symbol of a currency by its upper-cased code; USD, shown as $, when the code is unknown or missing. */
export function currencySymbol(code: string | null | undefined): string {
  const currency = (code ?? 'USD').toUpperCase();
  const known = symbolByCurrency.get(currency);
  if (known !== undefined) return known;
  const symbol = findSymbol(currency) ?? '$';
  symbolByCurrency.set(currency, symbol);
  return symbol;
}

function findSymbol(currency: string): string | undefined {
  try {
    const format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
    return format.formatToParts(0).find((part) => part.type === 'currency')?.value;
  } catch {
    return undefined;
  }
}

/** Amount in minor units with its symbol: `1234, 'eur'` → `€12.34`. */
export function formatMoney(amountMinor: number, currency: string | null | undefined = 'USD'): string {
  const code = (currency ?? 'USD').toUpperCase();
  const symbol = currencySymbol(code);
  const units = findSymbol(code) === undefined ? 100 : minorUnits(code);
  const digits = Math.round(Math.log10(units));
  const text = (Math.abs(amountMinor) / units).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const sign = amountMinor < 0 && Number(text) !== 0 ? '-' : '';
  return `${sign}${symbol}${text}`;
}

/** Cents as dollars: `1234` → `$12.34`. */
export function formatCents(amountCents: number): string {
  return formatMoney(amountCents, 'USD');
}
