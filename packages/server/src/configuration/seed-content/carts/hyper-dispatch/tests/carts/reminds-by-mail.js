export default async function remindsByMail({ call, expect }) {
  const mail = await call('carts/remind', { email: 'ada@example.com', now: '2026-01-08T10:00:00Z' });
  expect(mail).to.include({ to: 'ada@example.com', subject: 'Your cart' });
}
