export default async function knowsItsCollections({ content, expect }) {
  const missing = await content.find('nothing').catch((error) => error);
  expect(missing.message).to.equal('There is no collection nothing.');
}
