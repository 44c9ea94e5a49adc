// Which products are below their own limit: "reorderAt" is a field of each entry.
export default async function toReorder(_, { content }) {
  const { content: products } = await content.find('products', { size: 100 });
  return { ids: products.filter(({ stock, reorderAt }) => stock < reorderAt).map(({ id }) => id) };
}
