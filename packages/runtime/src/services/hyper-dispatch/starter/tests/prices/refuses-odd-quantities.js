export default async function refusesOddQuantities({ call, expect }) {
  for (const quantity of [0, -1, 1.5, '2']) {
    const refused = await call('prices/quote', { lines: [{ product: 'cup', quantity }] }).catch((error) => error);
    expect(refused.message).to.equal('The quantity of cup must be 1 or more');
  }
}
