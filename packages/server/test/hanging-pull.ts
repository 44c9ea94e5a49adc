import { createGit } from '../src/providers/git/git.ts';
import { gitLimits } from '../src/providers/git/git-limits.ts';

// Pulls a remote that never answers; started by a test that kills it while it runs.
const [gitUrl = '', cacheFolder = ''] = process.argv.slice(2);
const git = createGit({ cacheFolder, allowPrivate: true, limits: gitLimits, maxCacheBytes: Infinity });
const work = { signal: AbortSignal.timeout(60_000) };
const remote = await git.open('domain', { gitUrl, username: 'ada', password: 'secret' }, work);
await remote.fetchTree({}, work);
