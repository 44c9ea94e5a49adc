import { GitError } from '../git-errors.ts';
import { runLocalGit } from '../local-git.ts';
import { FOLDER_MODE, type TreeRoot } from './tree.ts';

/** Built into git: a folder that is not there has no files. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904';

/** Finds the folder in a commit. Throws if something else has its name, or that of a folder above it. */
export async function findTreeRoot(
  { repository, commitSha, path }: { repository: string; commitSha: string; path: string },
  signal: AbortSignal,
): Promise<TreeRoot | undefined> {
  if (path === '') return undefined;
  const names = path.split('/');
  let treeId = commitSha;
  for (const [index, name] of names.entries()) {
    const { stdout } = await runLocalGit({
      args: ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', treeId, '--', name],
      folder: repository,
      signal,
    });
    const [mode, , id] = stdout.toString('utf8').split(/[ \t]/);
    if (id === undefined) return { path, treeId: EMPTY_TREE };
    if (mode !== FOLDER_MODE) {
      const found = names.slice(0, index + 1).join('/');
      throw new GitError(
        'NOT_FOUND',
        `"${found}" is not a folder in the repository. Change the folder of the connection.`,
      );
    }
    treeId = id;
  }
  return { path, treeId };
}
