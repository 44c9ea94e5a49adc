export default async function refusesTheSameIdTwice({ content, expect }) {
  const page = { id: 'about', title: 'About us', body: 'We like tea.' };
  await content.insert('pages', page);
  const refused = await content.insert('pages', page).catch((error) => error);
  expect(refused.name).to.equal('ConflictError');
}
