// Takes what is ordered out of the stock, or nothing of it: an error here fails the order as a whole.
// What runs low is told by the event "stock.low"; rules/low-stock says who hears of it.
export default async function take({ lines }, { content, emit }) {
  const quantities = new Map();
  for (const { product, quantity } of lines) {
    quantities.set(product, (quantities.get(product) ?? 0) + quantity);
  }
  const products = [];
  for (const [id, quantity] of quantities) {
    const product = await content.get('products', id);
    if (product.stock < quantity) {
      throw new Error(`Only ${product.stock} of ${product.name} are left`);
    }
    products.push({ product, quantity });
  }
  const left = {};
  for (const { product, quantity } of products) {
    const { stock } = await content.update('products', product.id, { stock: product.stock - quantity });
    left[product.id] = stock;
    if (stock < product.reorderAt) await emit('stock.low', { product: product.id, stock });
  }
  return { left };
}
