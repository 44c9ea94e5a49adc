export default async function reportsLowStock({ call, content, expect }) {
  // It begins with what is live: there may be such a mail already.
  const where = { to: 'purchasing@shop.example', subject: 'Teapot is running low' };
  const { totalElements: before } = await content.find('mails', { where });
  await content.update('products', 'teapot', { stock: 5, reorderAt: 5 });
  await call('stock/take', { lines: [{ product: 'teapot', quantity: 1 }] });
  expect((await content.find('mails', { where })).totalElements).to.equal(before + 1);
}
