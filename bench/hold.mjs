// Prints which database it was given, and keeps it running until its input ends.
console.log(process.env.DATABASE_URL);
process.stdin.resume().on('end', () => process.exit(0));
