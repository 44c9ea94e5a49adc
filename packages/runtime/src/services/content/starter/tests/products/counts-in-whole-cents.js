export default async function countsInWholeCents({ content, expect }) {
  const refused = await content.update('products', 'cup', { priceCents: 12.5 }).catch((error) => error);
  expect(refused.name).to.equal('UnprocessableError');
}
