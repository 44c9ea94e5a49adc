// Adds up the entries of a collection, a hundred at most. Money is counted in whole cents.
export default async function stockValue(_, { content }) {
  const { content: products } = await content.find('products', { size: 100 });
  return { valueCents: products.reduce((sum, { priceCents, stock }) => sum + priceCents * stock, 0) };
}
