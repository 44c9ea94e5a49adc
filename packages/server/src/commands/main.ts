import { enableCompileCache } from 'node:module';

// Before the product is loaded: what was compiled before needs no compiling again.
enableCompileCache();
const { runCommandLine } = await import('./command-line.ts');
await runCommandLine(process.argv.slice(2));
