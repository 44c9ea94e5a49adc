export default async function refusesUnknownFields({ content, expect }) {
  const refused = await content.update('products', 'cup', { colour: 'red' }).catch((error) => error);
  expect(refused.message).to.contain('colour is not allowed');
}
