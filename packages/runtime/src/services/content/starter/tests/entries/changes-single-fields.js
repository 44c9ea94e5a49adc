export default async function changesSingleFields({ content, expect }) {
  const page = await content.update('pages', 'imprint', { title: 'Legal notice', tags: null });
  expect(page.title).to.equal('Legal notice');
  expect(page.body).to.contain('Harbour Road');
  expect(page).not.to.have.property('tags');
}
