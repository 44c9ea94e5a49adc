export default async function waitsToBeSent({ content, expect }) {
  const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hi', status: 'WAITING' };
  const { id } = await content.insert('mails', mail);
  expect(await content.get('mails', id)).to.deep.equal({ id, ...mail });
}
