export default async function hasProducts({ content, expect }) {
  const products = await content.find('products');
  expect(products.totalElements).to.be.at.least(5);
}
