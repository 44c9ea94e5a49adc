import { keepCompiledCode } from '@atrium/host/compiled-code';

// Before the product is loaded: compiled code is cached.
keepCompiledCode();
const { runCommandLine } = await import('./command-line.ts');
await runCommandLine(process.argv.slice(2));
