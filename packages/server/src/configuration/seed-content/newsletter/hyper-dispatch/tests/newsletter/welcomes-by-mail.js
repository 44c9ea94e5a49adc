export default async function welcomesByMail({ call, expect }) {
  const mail = await call('newsletter/subscribe', { email: 'ada@example.com' });
  expect(mail).to.include({ to: 'ada@example.com', subject: 'Welcome', status: 'WAITING' });
}
