export default async function givesWholeCents({ call, expect }) {
  expect(await call('vouchers/redeem', { sumCents: 999, percent: 10 })).to.deep.equal({ sumCents: 900 });
}
