export default async function remindsOnce({ call, expect }) {
  const again = { email: 'ada@example.com', remindedOn: '2026-01-08T09:00:00Z', now: '2026-01-08T10:00:00Z' };
  expect(await call('carts/remind', again)).to.equal(null);
}
