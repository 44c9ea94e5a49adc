export default async function tellsWhatToReorder({ call, content, expect }) {
  await content.update('products', 'teapot', { stock: 5, reorderAt: 5 });
  expect((await call('products/to-reorder')).ids).not.to.include('teapot');
  await content.update('products', 'teapot', { stock: 4 });
  expect((await call('products/to-reorder')).ids).to.include('teapot');
}
