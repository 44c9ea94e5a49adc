import { readdir, readFile } from 'node:fs/promises';

export interface SeenProcess {
  pid: number;
  /** Arguments with spaces between them. */
  command: string;
  environment: string;
}

/** Git processes whose environment names a folder; none where the system has no /proc. */
export async function listGitProcesses(folder: string): Promise<SeenProcess[]> {
  const ids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
  const seen = await Promise.all(
    ids.map(async (id) => {
      const read = (name: string) => readFile(`/proc/${id}/${name}`, 'latin1').catch(() => '');
      const [command, environment] = await Promise.all([read('cmdline'), read('environ')]);
      return { pid: Number(id), command: command.replaceAll('\0', ' '), environment };
    }),
  );
  return seen.filter(
    ({ environment, pid }) =>
      environment.includes(folder) && environment.includes('GIT_') && pid !== process.pid,
  );
}
