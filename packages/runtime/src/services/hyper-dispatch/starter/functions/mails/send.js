// Mails are entries of the collection "mails" until they are sent: so tests can look at them.
export default function send({ to, subject, text }, { content }) {
  return content.insert('mails', { to, subject, text, status: 'WAITING' });
}
