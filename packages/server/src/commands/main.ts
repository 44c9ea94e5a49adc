import { keepCompiledCode } from '@atrium/host/compiled-code';

// Before the product is loaded: what was compiled before needs no compiling again.
keepCompiledCode();
const { runCommandLine } = await import('./command-line.ts');
await runCommandLine(process.argv.slice(2));
