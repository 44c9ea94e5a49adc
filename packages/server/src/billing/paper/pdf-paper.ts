import type { PdfText } from './pdf-text.ts';
import { type PdfPage } from './pdf-text.ts';

export const MARGIN = 56;

const LINE_COLOUR = '#c8cfcc';

export interface Paper {
  document: PdfPage;
  text: PdfText;
}

export function drawRule(document: PdfPage): void {
  const { y, page } = document;
  document
    .moveTo(MARGIN, y)
    .lineTo(page.width - MARGIN, y)
    .strokeColor(LINE_COLOUR)
    .stroke();
  document.moveDown(0.5);
}
