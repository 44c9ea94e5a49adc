export default async function toReorder(_, { content }) {
  const { content: products } = await content.find('products', { size: 100 });
  return { ids: products.filter(({ stock, reorderAt }) => stock < reorderAt).map(({ id }) => id) };
}
