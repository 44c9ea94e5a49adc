// Starts by itself, at the times and with the input of its metadata. Nothing is sent until the variable REPORT_TO is set.
// Try: set REPORT_TO to your own e-mail address, and call it with {"locale": "en-GB", "timeZone": "Europe/London"}.
import { toCsv } from '../../lib/csv.js';

const DAY_MS = 86_400_000;

export default async function payments({ locale, timeZone }, { content, mail, variables }) {
  if (!('REPORT_TO' in variables)) return { sent: false, missing: 'REPORT_TO' };
  const until = new Date();
  const from = new Date(until.getTime() - DAY_MS);
  const found = [];
  let cursor;
  do {
    const query = { where: { paidOn: { $gte: from.toISOString(), $lt: until.toISOString() } }, sortBy: 'paidOn', size: 100 };
    const page = await content.find('payments', cursor ? { ...query, cursor } : query);
    found.push(...page.content);
    cursor = page.cursors.next;
  } while (cursor);
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeStyle: 'short', timeZone });
  const money = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, useGrouping: false });
  const rows = found.map(({ paidOn, order = '', amountCents }) => [
    time.format(new Date(paidOn)),
    order,
    money.format(amountCents / 100),
  ]);
  const { refused } = await mail.send({
    to: variables.REPORT_TO,
    subject: `Payments until ${time.format(until)}`,
    text: found.length === 1 ? 'There was one payment.' : `There were ${found.length} payments.`,
    attachments: [{ name: 'payments.csv', type: 'text/csv', content: toCsv([['Paid on', 'Order', 'EUR'], ...rows], locale) }],
  });
  return { sent: refused.length === 0, refused, payments: found.length };
}
