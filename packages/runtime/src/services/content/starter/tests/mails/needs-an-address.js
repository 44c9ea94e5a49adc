export default async function needsAnAddress({ content, expect }) {
  const refused = await content.insert('mails', { to: 'nobody', subject: 'Hi', text: '' }).catch((error) => error);
  expect(refused.message).to.contain('to must be a valid email');
}
