export default async function greetsByName({ call, expect, user }) {
  const answer = await call('greet', { name: 'Ada' });
  expect(answer.greeting).to.equal('Hello Ada!');
  expect(answer.user).to.equal(user.id);
}
