export default async function hasWhatTheLawAsksFor({ content, expect }) {
  const { tags } = await content.get('pages', 'imprint');
  expect(tags).to.include('legal');
}
