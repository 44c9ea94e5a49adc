import { createGit } from '../src/providers/git/git.ts';
import { gitLimits } from '../src/providers/git/git-limits.ts';

// Pulls a remote that never answers; started by a test that kills it meanwhile.
const [gitUrl = '', cacheFolder = ''] = process.argv.slice(2);
const git = createGit({ cacheFolder, allowPrivate: true, limits: gitLimits });
const remote = await git.open('domain', { gitUrl, username: 'ada', password: 'secret' });
await remote.fetchTree({}, { signal: AbortSignal.timeout(60_000) });
