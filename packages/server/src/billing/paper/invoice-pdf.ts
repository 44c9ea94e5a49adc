import type { Invoice, IssuedInvoice } from '@atrium/contract/billing/invoice';
import { billToLines, invoiceFacts, sellerLines, usageWords } from '@atrium/contract/billing/invoice-paper';
import { isFree } from '@atrium/contract/billing/is-free';
import type { FunctionUsage, MetricUsage } from '@atrium/contract/billing/usage';
import { ANY_TARGET } from '@atrium/contract/pricing/price-list';
import { nameOfTarget } from '@atrium/contract/service-api/functions/usage-target';
import { countryName } from '../wallet/countries.ts';
import { BASE_FONT, loadPdfFonts } from './pdf-fonts.ts';
import { drawRule, MARGIN, type Paper } from './pdf-paper.ts';
import { PdfText } from './pdf-text.ts';
import { drawAmount, drawTotals } from './pdf-totals.ts';

/** Half of an A4 page between the margins. */
const COLUMN = 241;

/** The invoice on A4, as bytes of a PDF. */
export async function invoicePdf(invoice: IssuedInvoice): Promise<Buffer> {
  // Not before it is needed: loading it would be an eighth of every start.
  const { default: PDFDocument } = await import('pdfkit');
  const fonts = await loadPdfFonts(JSON.stringify(invoice), invoice.address?.addressCountry ?? '');
  const document = new PDFDocument({
    size: 'A4',
    margin: MARGIN,
    font: BASE_FONT,
    info: { Title: `Invoice ${invoice.invoiceId}` },
  });
  const chunks: Buffer[] = [];
  document.on('data', (chunk: Buffer) => chunks.push(chunk));
  const finished = new Promise<void>((resolve, reject) => {
    document.on('end', resolve);
    document.on('error', reject);
  });
  const paper = { document, text: new PdfText(document, fonts) };
  drawHead(paper, invoice);
  drawLines(paper, invoice);
  drawTotals(paper, invoice);
  document.end();
  await finished;
  return Buffer.concat(chunks);
}

/** Draws the seller and the invoice data on the left and right, then the recipient. */
function drawHead(paper: Paper, invoice: IssuedInvoice): void {
  const { document } = paper;
  document.fontSize(20).text(`Invoice ${invoice.invoiceId}`).moveDown(0.8);
  const top = document.y;
  drawBlock(paper, sellerLines(invoice.seller), MARGIN, top);
  const seller = document.y;
  const facts = invoiceFacts(invoice).map(([label, text]) => `${label}: ${text}`);
  drawBlock(paper, [...facts, 'Dates are in UTC.'], MARGIN + COLUMN, top);
  document.y = Math.max(document.y, seller);
  document.moveDown();
  document.fontSize(11).text('Bill to', MARGIN).moveDown(0.2);
  drawBlock(paper, billToLines(invoice, countryName), MARGIN, document.y);
  document.moveDown();
}

function drawBlock({ document, text }: Paper, lines: readonly string[], left: number, top: number): void {
  document.fontSize(9);
  document.y = top;
  for (const line of lines) text.write(line, left, COLUMN);
}

function drawLines(paper: Paper, { bill, currency }: Invoice): void {
  const { document } = paper;
  for (const { service, totalCents, metrics } of bill.services) {
    drawRule(document);
    document.fontSize(11);
    drawAmount(paper, service.name, totalCents, currency);
    document.fontSize(8);
    for (const { metric, usage, functions, others } of metrics) {
      const charged = usage.filter((line) => !isFree(line));
      if (charged.length === 0) continue;
      const name = metric.target === ANY_TARGET ? metric.name : `${metric.name}, ${metric.target}`;
      for (const line of charged) drawAmount(paper, `${name}: ${usageWords(line)}`, line.cents, currency);
      drawFunctions(paper, functions ?? [], others, currency);
    }
    document.moveDown(0.5);
  }
}

/** The functions that cost most, indented below their metric; the lines above are the same amount. */
function drawFunctions(
  paper: Paper,
  functions: FunctionUsage[],
  others: MetricUsage['others'],
  currency: string,
): void {
  for (const { target, calls, cents } of functions) {
    const name = nameOfTarget(target) ?? FORMER_CALLS;
    drawAmount(paper, `of which ${name}: ${calls.toLocaleString('en-US')} calls`, cents, currency, INDENT);
  }
  if (others === undefined) return;
  const count = others.count.toLocaleString('en-US');
  drawAmount(paper, `of which ${count} other functions`, others.cents, currency, INDENT);
}

const FORMER_CALLS = 'calls made before per-function metering';
const INDENT = 12;
