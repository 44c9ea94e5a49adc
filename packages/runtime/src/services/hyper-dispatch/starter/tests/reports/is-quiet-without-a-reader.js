// Values that a test arranges replace those of the domain; null is none.
export default async function isQuietWithoutAReader({ call, expect, mock }) {
  mock.variables({ REPORT_TO: null });
  const report = await call('reports/payments', { locale: 'en-GB', timeZone: 'UTC' });
  expect(report).to.deep.equal({ sent: false, missing: 'REPORT_TO' });
  expect(mock.mails()).to.deep.equal([]);
}
