export default async function deletes({ content, expect }) {
  await content.delete('pages', 'shipping');
  const missing = await content.get('pages', 'shipping').catch((error) => error);
  expect(missing.name).to.equal('NotFoundError');
}
