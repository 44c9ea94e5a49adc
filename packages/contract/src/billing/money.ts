const formats = new Map<string, { symbol: string; digits: number }>();

/** Symbol of a currency by its upper-cased code; USD, shown as $, when the code is unknown or missing. */
export function currencySymbol(code: string | null | undefined): string {
  return formatOf(code).symbol;
}

/** Amount in minor units with its symbol, in as many decimals as the currency has: `1234, 'eur'` → `€12.34`. */
export function formatMoney(amountMinor: number, currency: string | null | undefined = 'USD'): string {
  const { symbol, digits } = formatOf(currency);
  const text = (Math.abs(amountMinor) / 10 ** digits).toLocaleString('en-US', {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  const sign = amountMinor < 0 ? '-' : '';
  return `${sign}${symbol}${text}`;
}

/** Amount in minor units as a plain number, for files that programs read: `123456, 'eur'` → `1234.56`. */
export function decimalMoney(amountMinor: number, currency: string | null | undefined): string {
  const { digits } = formatOf(currency);
  return (amountMinor / 10 ** digits).toFixed(digits);
}

/** Cents as dollars: `1234` → `$12.34`. */
export function formatCents(amountCents: number): string {
  return formatMoney(amountCents, 'USD');
}

/** Minor units: 100 cents make a dollar, a yen has none, 1,000 fils make a dinar. */
function formatOf(code: string | null | undefined): { symbol: string; digits: number } {
  const currency = (code ?? 'USD').toUpperCase();
  const known = formats.get(currency);
  if (known !== undefined) return known;
  const found = readFormat(currency) ?? { symbol: '$', digits: 2 };
  formats.set(currency, found);
  return found;
}

function readFormat(currency: string): { symbol: string; digits: number } | undefined {
  try {
    const format = new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
    });
    const symbol = format.formatToParts(0).find((part) => part.type === 'currency')?.value;
    const digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    return symbol === undefined ? undefined : { symbol, digits };
  } catch {
    return undefined;
  }
}
