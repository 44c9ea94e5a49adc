// A function: what is called as "greet" runs this. It takes the input of the call, and who called.
// Try: press Call, look at the console output, then change the text, save, and call again.
// The tests in tests/example check what it returns.
export default function greet(input, { user, domain }) {
  // What is written here is kept in the log of the call.
  console.log('Greeting', input?.name ?? 'someone without a name');
  return { greeting: `Hello ${input?.name ?? 'there'}!`, user: user.id, domain: domain.id };
}
