import { formatUnits } from '../format-scale.ts';
import { formatPrice } from '../pricing/price-words.ts';
import { formatUtcDay } from '../utc-day.ts';
import type { AddressFields } from './address-fields.ts';
import type { Invoice, IssuedInvoice, Reversal } from './invoice.ts';
import { formatMoney } from './money.ts';
import type { Seller } from './seller.ts';
import type { UsageLine } from './usage.ts';

/* Contents of an invoice, on screen and as PDF. */

/** The seller's block, line by line. */
export function sellerLines({ name, address, email, vat }: Seller): string[] {
  return [name, ...address, email, ...(vat === null ? [] : [`VAT: ${vat}`])];
}

/** Number and dates, each with its label. */
export function invoiceFacts(invoice: Invoice): [label: string, text: string][] {
  const { invoiceId, createdOn, dueDate, period, paidOn } = invoice;
  return [
    ['Invoice number', invoiceId],
    ['Billed on', formatUtcDay(createdOn)],
    ['Billing period', `${formatUtcDay(period.start)} – ${formatUtcDay(period.end)}`],
    ['Due on', formatUtcDay(dueDate)],
    ...(paidOn ? [['Paid on', formatUtcDay(paidOn)] as [string, string]] : []),
  ];
}

/** Lines of the recipient's address; `countryOf` returns the country name of a code. */
export function billToLines(
  { address, card, customerName }: Pick<IssuedInvoice, 'address' | 'card' | 'customerName'>,
  countryOf: (code: string) => string,
): string[] {
  const name = address?.companyName || card?.name || customerName;
  return [
    name,
    ...(address === null ? [] : addressLines(address, countryOf(address.addressCountry))),
    card && `Card: **** ${card.last4}`,
  ].filter((line) => typeof line === 'string' && line !== '') as string[];
}

function addressLines(address: AddressFields, country: string): string[] {
  const { addressLine1, addressLine2, addressZip, addressCity, companyVat } = address;
  const city = [addressZip, addressCity].filter(Boolean).join(' ');
  return [
    addressLine1,
    addressLine2,
    `${city}, ${country}`,
    companyVat === '' ? '' : `Customer VAT: ${companyVat}`,
  ];
}

/** Quantity and price: `# 75,000 · 2 cents per # 100`. */
export function usageWords({ type, usage, pricing }: UsageLine): string {
  const used = formatUnits(type, usage);
  return pricing === null ? used : `${used} · ${formatPrice(pricing)}`;
}

/** Amount returned from the payment of an invoice. */
export function reversalText({ kind, amountCents, createdOn, outcome }: Reversal, currency: string): string {
  const amount = formatMoney(amountCents, currency);
  const day = formatUtcDay(createdOn);
  if (kind === 'refund') return `${amount} was refunded (${day}).`;
  if (outcome === null) return `The bank of the card disputes ${amount} (${day}).`;
  const end = outcome === 'won' ? 'the payment stands' : `${amount} went back to the card`;
  return `The dispute over ${amount} (${day}) has ended: ${end}.`;
}

/** Members of the European Union (ISO 3166-1), between which a buyer with a VAT number accounts for the tax. */
const UNION: ReadonlySet<string> = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '),
);

export interface TaxLine {
  label: string;
  /** Minor units. */
  cents: number;
}

/** Not `none` or `n/a`: numbers of an unknown form are saved with a warning. */
const IS_VAT_NUMBER = /^(?=.*\d)[\w .,/+*-]{4,30}$/;

/** The tax that an amount contains, or why it contains none; null where the seller states nothing of tax. */
export function taxLine({
  seller: { vat, taxPercent, noTaxReason },
  address,
  amount,
}: Pick<Invoice, 'address' | 'amount'> & { seller: Seller }): TaxLine | null {
  const sellerCountry = vat?.slice(0, 2).replace('EL', 'GR') ?? '';
  const isReverseCharge =
    UNION.has(sellerCountry) &&
    address !== null &&
    IS_VAT_NUMBER.test(address.companyVat) &&
    address.addressCountry !== sellerCountry &&
    UNION.has(address.addressCountry);
  if (isReverseCharge) return { label: 'No VAT: reverse charge, the customer accounts for it', cents: 0 };
  if (taxPercent !== null)
    return {
      label: `Includes ${taxPercent}% VAT`,
      cents: Math.round((amount * taxPercent) / (100 + taxPercent)),
    };
  return noTaxReason === null ? null : { label: `No VAT: ${noTaxReason}`, cents: 0 };
}
