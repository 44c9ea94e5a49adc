export default async function refusesNegativeStock({ content, expect }) {
  const refused = await content.update('products', 'cup', { stock: -1 }).catch((error) => error);
  expect(refused.name).to.equal('UnprocessableError');
  expect(refused.message).to.contain('stock must be at least 0');
}
