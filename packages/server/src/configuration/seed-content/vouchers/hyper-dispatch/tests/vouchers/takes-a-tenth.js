export default async function takesATenth({ call, expect }) {
  expect(await call('vouchers/redeem', { sumCents: 1380, percent: 10 })).to.deep.equal({ sumCents: 1242 });
}
