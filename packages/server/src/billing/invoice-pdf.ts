import type { Invoice } from '@atrium/contract/billing/invoice';
import { formatMoney } from '@atrium/contract/billing/money';
import PDFDocument from 'pdfkit';

const MARGIN = 56;

/** The invoice on A4, as bytes of a PDF. */
export async function invoicePdf(invoice: Invoice): Promise<Buffer> {
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    info: { Title: `Invoice ${invoice.invoiceId}` },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  drawHead(document, invoice);
  drawLines(document, invoice);
  drawTotals(document, invoice);
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

type Document = InstanceType<typeof PDFDocument>;

function drawHead(
  document: Document,
  { invoiceId, createdOn, dueDate, period, address, card }: Invoice,
): void {
  document.fontSize(20).text(`Invoice ${invoiceId}`).moveDown(0.5).fontSize(10);
  document.text(`Billed on: ${createdOn.slice(0, 10)}`);
  document.text(`Billing period: ${period.start} to ${period.end}`);
  document.text(`Due on: ${dueDate.slice(0, 10)}`).moveDown();
  document.fontSize(12).text('Bill to').fontSize(10);
  document.text(address?.companyName || card?.name || '');
  if (address !== null) {
    document.text(address.addressLine1);
    if (address.addressLine2 !== '') document.text(address.addressLine2);
    document.text(`${address.addressZip} ${address.addressCity}, ${address.addressCountry}`);
    if (address.companyVat !== '') document.text(`VAT: ${address.companyVat}`);
  }
  if (card !== null) document.text(`Card ending in ${card.last4}`);
  document.moveDown();
}

function drawLines(document: Document, { bill, currency }: Invoice): void {
  for (const { service, totalCents, metrics } of bill.services) {
    drawAmount(document.fontSize(12), service.name, totalCents, currency);
    document.fontSize(9);
    for (const { metric, usage } of metrics) {
      for (const { type, usage: quantity, cents } of usage) {
        drawAmount(document, `${metric.name}, ${metric.target}: ${quantity} ${UNITS[type]}`, cents, currency);
      }
    }
    document.moveDown(0.5);
  }
}

const UNITS = { COUNTER: 'calls', TIMER: 'ms', MEMORY: 'bytes' };

function drawTotals(
  document: Document,
  { bill, virtualCashDiscount, amount, currency, paid }: Invoice,
): void {
  document.moveDown().fontSize(11);
  drawAmount(document, 'Grand total', bill.grandTotalCents, currency);
  if (virtualCashDiscount > 0) drawAmount(document, 'Free tier', -virtualCashDiscount, currency);
  drawAmount(document.fontSize(13), paid ? 'Paid' : 'To be paid', amount, currency);
}

function drawAmount(document: Document, label: string, cents: number, currency: string): void {
  const amount = formatMoney(cents, currency);
  const { y } = document;
  document.text(label, MARGIN, y, { width: 360 });
  const below = document.y;
  document.text(amount, MARGIN + 360, y, { width: 120, align: 'right' });
  document.x = MARGIN;
  document.y = below;
}
