// `npm run atrium -- <noun> <verb>`: the operator's command line, on the pinned Node.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installUnlessUsed, pinnedNode, productEnvironment, root, runCommand } from './install.mjs';

/** Without an installation, help is not worth installing one. */
const HELP = `Usage: npm run atrium -- <noun> <verb> [options]
docs/settings.md lists the commands. Once "npm start" has installed Atrium, this command lists all of them with their options.`;

try {
  const asksForHelp = process.argv.length === 2 || /^(--help|-h|help)$/.test(process.argv[2] ?? '');
  if (asksForHelp && !existsSync(pinnedNode)) {
    console.log(HELP);
    process.exit(0);
  }
  await installUnlessUsed();
  const program = join(root, 'packages', 'server', 'src', 'commands', 'main.ts');
  const code = await runCommand(pinnedNode, [program, ...process.argv.slice(2)], {
    env: productEnvironment(),
    stdio: 'inherit',
  });
  process.exitCode = code === 0 ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
