// `npm run atrium -- <noun> <verb>`: the operator's command line, on the pinned Node.
import { join } from 'node:path';
import { installUnlessUsed, pinnedNode, productEnvironment, root, runCommand } from './install.mjs';

try {
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
