// From the function to the content: after orders/create there is an entry in "orders", and less in stock.
export default async function createsAnOrder({ call, content, expect, user }) {
  const { stock } = await content.update('products', 'tea-green', { stock: 20 });
  const { order } = await call('orders/create', {
    customer: { name: 'Ada', email: 'ada@example.com' },
    lines: [{ product: 'tea-green', quantity: 2 }],
  });
  expect(order).to.include({ status: 'NEW', sumCents: 1380, createdBy: user.id });
  expect(await content.get('orders', order.id)).to.deep.equal(order);
  expect((await content.get('products', 'tea-green')).stock).to.equal(stock - 2);
}
