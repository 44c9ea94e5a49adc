export default async function neverSellsMoreThanThereIs({ call, content, expect }) {
  const { stock } = await content.update('products', 'cup', { stock: 20 });
  await content.update('products', 'teapot', { stock: 12 });
  const refused = (lines) => call('stock/take', { lines }).catch((error) => error);
  const tooMany = await refused([
    { product: 'cup', quantity: 1 },
    { product: 'teapot', quantity: 10_000 },
  ]);
  expect(tooMany.message).to.match(/^Only 12 of Teapot are left$/);
  // Lines of the same product count together.
  const inTwoLines = await refused([
    { product: 'cup', quantity: stock },
    { product: 'cup', quantity: 1 },
  ]);
  expect(inTwoLines.message).to.equal(`Only ${stock} of Cup are left`);
  expect((await content.get('products', 'cup')).stock).to.equal(stock);
}
