export default async function knowsTheValueOfTheStock({ call, content, expect }) {
  const { valueCents: before } = await call('products/stock-value');
  const { stock } = await content.get('products', 'cup');
  await content.update('products', 'cup', { stock: stock - 2 });
  expect(before - (await call('products/stock-value')).valueCents).to.equal(2 * 1250);
}
