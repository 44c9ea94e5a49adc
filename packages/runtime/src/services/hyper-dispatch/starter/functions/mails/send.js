export default function send({ to, subject, text }, { content }) {
  return content.insert('mails', { to, subject, text, status: 'WAITING' });
}
