export default async function listsTheOrdersOfACustomer({ call, expect }) {
  const lines = [{ product: 'tea-black', quantity: 1 }];
  for (const email of ['ada@example.com', 'bob@example.com', 'ada@example.com']) {
    await call('orders/create', { customer: { email }, lines });
  }
  const { orders, total } = await call('orders/list', { email: 'ada@example.com' });
  expect(total).to.equal(2);
  for (const order of orders) expect(order.customer.email).to.equal('ada@example.com');
}
