export default async function refusesOddWorths({ call, expect }) {
  const refusal = await call('vouchers/redeem', { sumCents: 999, percent: 120 }).catch((error) => error);
  expect(refusal.message).to.equal('A voucher is worth 1 to 100 percent');
}
