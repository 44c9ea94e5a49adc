export default async function neverSellsMoreThanThereIs({ call, content, expect }) {
  const before = await content.get('products', 'cup');
  const lines = [
    { product: 'cup', quantity: 1 },
    { product: 'teapot', quantity: 10_000 },
  ];
  const refused = await call('stock/take', { lines }).catch((error) => error);
  expect(refused.message).to.match(/^Only \d+ of Teapot are left$/);
  expect((await content.get('products', 'cup')).stock).to.equal(before.stock);
}
