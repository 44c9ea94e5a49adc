export default async function mailsThePaymentsOfADay({ call, content, expect, mock }) {
  mock.now('2099-01-02T06:00:00Z');
  mock.variables({ REPORT_TO: 'ada@example.com' });
  const paid = (id, paidOn) => content.insert('payments', { id, intent: id, order: `order-of-${id}`, amountCents: 123456, paidOn });
  await paid('too-old', '2099-01-01T05:59:59.000Z');
  await paid('evt_1', '2099-01-01T22:30:00.000Z');
  const { payments } = await call('reports/payments', { locale: 'de-AT', timeZone: 'Europe/Vienna' });
  expect(payments).to.equal(1);
  const [{ to, subject, attachments }] = mock.mails();
  expect(to).to.equal('ada@example.com');
  expect(subject).to.equal('Payments until 02.01.99, 07:00');
  expect(attachments[0].content).to.equal('\ufeffPaid on;Order;EUR\r\n01.01.99, 23:30;order-of-evt_1;1234,56\r\n');
  await call('reports/payments', { locale: 'en-GB', timeZone: 'UTC' });
  expect(mock.mails()[1].attachments[0].content).to.contain('"01/01/2099, 22:30",order-of-evt_1,1234.56');
}
