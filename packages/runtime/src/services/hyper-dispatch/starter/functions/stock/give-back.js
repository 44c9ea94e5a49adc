// Puts what was ordered back into the stock, when an order is canceled.
export default async function giveBack({ lines }, { content }) {
  const left = {};
  for (const { product: id, quantity } of lines) {
    const product = await content.get('products', id);
    const { stock } = await content.update('products', id, { stock: product.stock + quantity });
    left[id] = stock;
  }
  return { left };
}
