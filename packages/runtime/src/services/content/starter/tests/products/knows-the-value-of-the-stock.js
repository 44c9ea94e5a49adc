export default async function knowsTheValueOfTheStock({ call, content, expect }) {
  await content.update('products', 'cup', { stock: 5 });
  const { valueCents: before } = await call('products/stock-value');
  await content.update('products', 'cup', { stock: 3 });
  expect(before - (await call('products/stock-value')).valueCents).to.equal(2 * 1250);
}
