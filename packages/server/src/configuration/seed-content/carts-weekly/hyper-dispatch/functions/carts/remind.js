const DAY_MS = 86_400_000;

export default function remind({ email, remindedOn, now }, { call }) {
  if (remindedOn && Date.parse(now) - Date.parse(remindedOn) < 7 * DAY_MS) return null;
  return call('mails/send', { to: email, subject: 'Your cart', text: 'There is something left in your cart.' });
}
