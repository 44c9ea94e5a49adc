export default async function reportsLowStock({ call, content, expect }) {
  const { stock, reorderAt } = await content.get('products', 'teapot');
  await call('stock/take', { lines: [{ product: 'teapot', quantity: stock - reorderAt + 1 }] });
  const mails = await content.find('mails', { where: { to: 'purchasing@shop.example' } });
  expect(mails.totalElements).to.equal(1);
  expect(mails.content[0].subject).to.equal('Teapot is running low');
}
