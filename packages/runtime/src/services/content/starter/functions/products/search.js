// Functions of this service read its own collections. Try: call it with {"text": "tea"}.
// The entries are in collections/products.js; tests/products checks what is found.
export default async function search({ text = '' }, { content }) {
  const { content: products } = await content.find('products', { sortBy: 'name', size: 100 });
  const wanted = text.trim().toLowerCase();
  return { products: products.filter(({ name }) => name.toLowerCase().includes(wanted)) };
}
