export default async function tellsWhatToReorder({ call, content, expect }) {
  await content.update('products', 'teapot', { stock: 4 });
  expect((await call('products/to-reorder')).ids).to.deep.equal(['teapot']);
}
