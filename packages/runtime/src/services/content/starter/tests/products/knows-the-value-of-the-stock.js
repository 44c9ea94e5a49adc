export default async function knowsTheValueOfTheStock({ call, content, expect }) {
  const { content: [first] } = await content.find('products', { size: 1 });
  await content.update('products', first.id, { stock: 5 });
  const { valueCents: before } = await call('products/stock-value');
  await content.update('products', first.id, { stock: 3 });
  expect(before - (await call('products/stock-value')).valueCents).to.equal(2 * first.priceCents);
}
