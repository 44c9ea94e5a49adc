export default async function refusesOddIds({ content, expect }) {
  const product = { id: 'Tea Pot', name: 'Teapot', priceCents: 1, stock: 1, reorderAt: 0 };
  const refused = await content.insert('products', product).catch((error) => error);
  expect(refused.name).to.equal('UnprocessableError');
}
