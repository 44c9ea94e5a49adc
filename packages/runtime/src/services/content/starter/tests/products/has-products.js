// Tests read the entries that come with the configuration (collections/products.js), each test its own copy.
export default async function hasProducts({ content, expect }) {
  const products = await content.find('products');
  expect(products.totalElements).to.be.at.least(5);
}
