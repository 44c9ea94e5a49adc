export default async function rendersAPage({ call, expect }) {
  const { html } = await call('pages/render', { id: 'shipping' });
  expect(html).to.contain('<h1>Shipping</h1>');
}
