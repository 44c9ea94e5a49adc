export default async function startsFromTheSameEntries({ content, expect }) {
  expect((await content.get('pages', 'imprint')).title).to.equal('Imprint');
  expect((await content.find('mails')).totalElements).to.equal(0);
}
