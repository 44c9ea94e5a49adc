export default async function hasEachTagOnce({ content, expect }) {
  const refused = await content.update('pages', 'imprint', { tags: ['help', 'help'] }).catch((error) => error);
  expect(refused.name).to.equal('UnprocessableError');
}
