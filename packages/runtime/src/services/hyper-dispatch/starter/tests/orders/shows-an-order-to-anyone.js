// A function with an address is called with a request; the last argument has the parameters of its path.
export default async function showsAnOrderToAnyone({ call, content, expect }) {
  await content.insert('orders', {
    id: 'o-1',
    customer: { email: 'ada@example.com', name: 'Ada' },
    lines: [{ product: 'cup', name: 'Cup', quantity: 2, amountCents: 2500 }],
    totalCents: 2990,
    status: 'NEW',
  });
  const ask = (id) => call('orders/show', new Request(`https://shop.example/orders/${id}`), { id });
  const response = await ask('o-1');
  expect(response.status).to.equal(200);
  const lines = [{ name: 'Cup', quantity: 2 }];
  expect(await response.json()).to.deep.equal({ id: 'o-1', status: 'NEW', isPaid: false, lines, totalCents: 2990 });
  expect((await ask('no-such-order')).status).to.equal(404);
}
