export default async function refusesAnEmptyOrder({ call, expect }) {
  const refused = await call('prices/quote', { lines: [] }).catch((error) => error);
  expect(refused).to.be.an('error');
  expect(refused.message).to.contain('at least one line');
}
