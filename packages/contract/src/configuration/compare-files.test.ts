import { expect, test } from 'vitest';
import { compareFiles } from './compare-files.ts';

const file = (path: string, checksum: string) => {
  const cut = path.lastIndexOf('/');
  return { folderPath: path.slice(0, cut), name: path.slice(cut + 1), checksum };
};

const brief = (compared: ReturnType<typeof compareFiles>) =>
  compared.map(({ type, folderPath, name, movedTo }) =>
    [type, `${folderPath}/${name}`, movedTo?.folderPath].filter((part) => part !== undefined).join(' '),
  );

test('every type is told from place and checksum', () => {
  const local = [
    file('a/same.js', '1'),
    file('a/changed.js', '2'),
    file('a/gone.js', '3'),
    file('a/went.js', '4'),
  ];
  const remote = [
    file('a/same.js', '1'),
    file('a/changed.js', '9'),
    file('b/went.js', '4'),
    file('c/fresh.js', '5'),
  ];
  expect(brief(compareFiles(local, remote))).toEqual([
    'CHANGED a/changed.js',
    'DELETED a/gone.js',
    'NO_CHANGE a/same.js',
    'MOVED a/went.js b',
    'NEW c/fresh.js',
  ]);
});

test('a move is not guessed where several files could have moved', () => {
  const compared = compareFiles([file('a/x.js', '1'), file('b/x.js', '1')], [file('c/x.js', '1')]);
  expect(brief(compared)).toEqual(['DELETED a/x.js', 'DELETED b/x.js', 'NEW c/x.js']);
});

test('with a list of moved files, those are, whatever their names and contents', () => {
  const [here, there] = [file('a/x.js', '1'), file('a/y.js', '2')];
  const compared = compareFiles([here], [there, file('b/x.js', '1')], [[here, there]]);
  expect(brief(compared)).toEqual(['MOVED a/x.js a', 'NEW b/x.js']);
  expect(compared[0]?.movedTo?.name).toBe('y.js');
  expect(brief(compareFiles([here], [file('b/x.js', '1')], []))).toEqual(['DELETED a/x.js', 'NEW b/x.js']);
});

test('100,000 files are compared in one pass', () => {
  const many = (change: (index: number) => string) =>
    Array.from({ length: 100_000 }, (_, index) => file(`f${index % 500}/n${index}.js`, change(index)));
  const local = many(String);
  const remote = many((index) => (index % 10 === 0 ? 'x' : String(index)));
  const compared = compareFiles(local, remote);
  expect(compared.filter(({ type }) => type === 'CHANGED')).toHaveLength(10_000);
}, 60_000);
