import { type ComparedSide, compareFiles } from '@atrium/contract/configuration/compare-files';
import { type Benchmark, measureRounds, timeMs } from './frame.ts';

const FILES = 100_000;
const FOLDERS = 500;

export const benchmark: Benchmark = {
  name: 'compare-files',
  title: 'Comparing 100,000 files of local and remote',
  about:
    'The comparison that the diff step makes of two lists of 100,000 files, of which a tenth changed, a hundredth ' +
    'is new, a hundredth is gone and a hundredth moved. The reference is one `Map` of the remote files by path and ' +
    'one look-up for each local file, which tells no more than changed or not.',
  run: () => {
    const local = list((index) => ({ folder: index % FOLDERS, checksum: String(index) }));
    const remote = list((index) => ({
      folder: index % 100 === 7 ? FOLDERS + 1 : index % FOLDERS,
      checksum: index % 10 === 0 ? `changed ${index}` : String(index),
    })).filter((_, index) => index % 100 !== 3);
    return measureRounds(
      [
        { name: 'One map and its look-ups', unit: 'ms', isReference: true },
        { name: 'Comparison with types and moves', unit: 'ms', limit: 500 },
      ],
      async () => [
        await timeMs(async () => lookUp(local, remote)),
        await timeMs(async () => compareFiles(local, remote)),
      ],
      { warmUps: 2, repeats: 9 },
    );
  },
};

function list(of: (index: number) => { folder: number; checksum: string }): ComparedSide[] {
  return Array.from({ length: FILES }, (_, index) => {
    const { folder, checksum } = of(index);
    return { folderPath: `functions/group-${folder}`, name: `function-${index}.js`, checksum };
  });
}

function lookUp(local: readonly ComparedSide[], remote: readonly ComparedSide[]): number {
  const byPath = new Map(remote.map((file) => [`${file.folderPath}/${file.name}`, file.checksum]));
  return local.filter((file) => byPath.get(`${file.folderPath}/${file.name}`) !== file.checksum).length;
}
