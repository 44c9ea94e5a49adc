export default async function listsTheOrdersOfACustomer({ call, content, expect }) {
  await content.update('products', 'tea-black', { stock: 20 });
  const email = 'ada@example.com';
  const before = await call('orders/list', { email });
  const lines = [{ product: 'tea-black', quantity: 1 }];
  for (const each of [email, 'bob@example.com', email]) {
    await call('orders/create', { customer: { email: each }, lines });
  }
  const { orders, total } = await call('orders/list', { email });
  expect(total).to.equal(before.total + 2);
  for (const order of orders) expect(order.customer.email).to.equal(email);
}
