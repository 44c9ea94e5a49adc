export default async function comesInPages({ content, expect }) {
  const first = await content.find('products', { size: 2 });
  const second = await content.find('products', { size: 2, page: 1 });
  expect(first.totalPages).to.equal(Math.ceil(first.totalElements / 2));
  const ids = [...first.content, ...second.content].map(({ id }) => id);
  expect(new Set(ids).size).to.equal(4);
}
