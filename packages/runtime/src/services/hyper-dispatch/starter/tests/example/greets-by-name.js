// A test: it calls a function as anyone would, and expects something of the answer. What it changes is discarded.
// Try: run it, change functions/greet.js, and run it again.
export default async function greetsByName({ call, expect, user }) {
  const answer = await call('greet', { name: 'Ada' });
  expect(answer.greeting).to.equal('Hello Ada!');
  expect(answer.user).to.equal(user.id);
}
