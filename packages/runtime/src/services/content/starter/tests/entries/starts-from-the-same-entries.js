export default async function startsFromTheSameEntries({ content, expect }) {
  // Other tests change and delete these.
  expect((await content.get('pages', 'imprint')).title).to.equal('Imprint');
  expect((await content.get('pages', 'shipping')).title).to.equal('Shipping');
}
