export default async function insertsWithAnIdOfItsOwn({ content, expect }) {
  const page = await content.insert('pages', { title: 'About us', body: 'We like tea.' });
  expect(page.id).to.match(/^[0-9a-f-]{36}$/);
  expect(await content.get('pages', page.id)).to.deep.equal(page);
}
