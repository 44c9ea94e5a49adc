// A table as spreadsheets of a country open it: where a comma divides the cents, a semicolon divides the cells.

export function toCsv(rows, locale) {
  const divider = new Intl.NumberFormat(locale).format(1.5).includes(',') ? ';' : ',';
  const lines = rows.map((cells) => cells.map((cell) => quoted(String(cell), divider)).join(divider));
  // The first character says that it is UTF-8.
  return `\ufeff${lines.join('\r\n')}\r\n`;
}

function quoted(cell, divider) {
  // A spreadsheet would calculate a text that begins like a formula.
  const text = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return text.includes(divider) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
