export default async function needsAnEmail({ call, content, expect }) {
  const before = await content.find('orders');
  const refused = await call('orders/create', { lines: [] }).catch((error) => error);
  expect(refused.message).to.contain('e-mail');
  expect((await content.find('orders')).totalElements).to.equal(before.totalElements);
}
