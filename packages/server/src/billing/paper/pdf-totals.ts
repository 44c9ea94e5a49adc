import type { IssuedInvoice } from '@atrium/contract/billing/invoice';
import { reversalText, taxLine } from '@atrium/contract/billing/invoice-paper';
import { formatMoney } from '@atrium/contract/billing/money';
import { drawRule, MARGIN, type Paper } from './pdf-paper.ts';

const AMOUNT_WIDTH = 120;
const PART_WIDTH = 70;

/** Draws the sums of an invoice, each on its line. */
export function drawTotals(paper: Paper, invoice: IssuedInvoice): void {
  const { bill, virtualCashDiscount, amount, currency, paid } = invoice;
  const tax = taxLine(invoice);
  const { document } = paper;
  drawRule(document);
  document.fontSize(11);
  drawAmount(paper, 'Grand total', bill.grandTotalCents, currency);
  if (virtualCashDiscount !== 0) drawAmount(paper, 'Free tier', -virtualCashDiscount, currency);
  document.fontSize(12);
  drawAmount(paper, paid ? 'Paid' : 'To be paid', amount, currency);
  document.fontSize(9);
  if (tax !== null) drawAmount(paper, tax.label, tax.cents, currency);
  for (const reversal of invoice.reversals ?? [])
    paper.text.write(reversalText(reversal, currency), MARGIN, document.page.width - 2 * MARGIN);
}

/** A line with the amount next to its label, on the same page. */
export function drawAmount(
  { document, text }: Paper,
  label: string,
  cents: number,
  currency: string,
  indent = 0,
): void {
  // Amounts that are part of another one do not stand below it.
  const width = document.page.width - 2 * MARGIN - AMOUNT_WIDTH - (indent === 0 ? 0 : PART_WIDTH);
  const bottom = document.page.height - MARGIN;
  if (document.y + text.heightOf(label, width - indent) > bottom) document.addPage();
  const { y } = document;
  text.write(label, MARGIN + indent, width - indent);
  const below = document.y;
  document.y = y;
  text.write(formatMoney(cents, currency), MARGIN + width, AMOUNT_WIDTH, 'right');
  document.x = MARGIN;
  document.y = below + 2;
}
