export default async function refusesUnknownProducts({ call, expect }) {
  const lines = [{ product: 'gold', quantity: 1 }];
  const refused = await call('prices/quote', { lines }).catch((error) => error);
  expect(refused.name).to.equal('NotFoundError');
}
