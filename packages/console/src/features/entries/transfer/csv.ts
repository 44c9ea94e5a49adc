/** A cell as it stands in a file; `""` is an empty text, and an empty cell is none. */
export interface CsvCell {
  text: string;
  isQuoted: boolean;
}

export interface CsvLine {
  /** Number of its first line in the file, from 1. */
  line: number;
  cells: CsvCell[];
}

/**
 * Positions at which a formula could begin: the start of the text, and each possible separator of cells or lines, because
 * a spreadsheet program that expects a separator other than the comma ignores the quotes. An apostrophe keeps it text.
 */
const UNGUARDED = /(?<=^|[;\t\r\n])(?=["']*[=+\-@])|^(?='*[\t\r\n])/g;
const GUARDED = /(?<=^|[;\t\r\n])'(?=["']*[=+\-@])|^'(?='*[\t\r\n])/g;

export const guardFormula = (text: string): string => text.replaceAll(UNGUARDED, "'");

export const unguardFormula = (text: string): string => text.replaceAll(GUARDED, '');

export function writeCsvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** Cell of a text, quoted where that is needed. */
export function quoteCell(text: string): string {
  return text === '' || /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Lines of a CSV file, separated by commas, or by semicolons if its first line has more of them. */
export function parseCsv(file: string): CsvLine[] {
  const text = file.replace(/^\uFEFF/, '');
  const first = text.slice(0, (text.search(/[\r\n]/) + 1 || text.length + 1) - 1);
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const lines: CsvLine[] = [];
  let cells: CsvCell[] = [];
  let [cell, isQuoted, isInQuotes, line, began] = ['', false, false, 1, 1];
  const endCell = () => {
    cells.push({ text: cell, isQuoted });
    [cell, isQuoted] = ['', false];
  };
  const endLine = () => {
    endCell();
    if (cells.length > 1 || cells[0]?.text !== '' || cells[0].isQuoted) lines.push({ line: began, cells });
    cells = [];
    began = line;
  };
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    const isEnd = sign === '\n' || (sign === '\r' && text[at + 1] !== '\n');
    if (isEnd) line += 1;
    if (isInQuotes) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isInQuotes = false;
    } else if (sign === '"' && cell === '') [isQuoted, isInQuotes] = [true, true];
    else if (sign === separator) endCell();
    else if (isEnd) endLine();
    else if (sign !== '\r') cell += sign;
  }
  if (cell !== '' || isQuoted || cells.length > 0) endLine();
  return lines;
}
