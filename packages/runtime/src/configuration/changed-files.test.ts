import { filePathOf, filePlaceOf } from '@atrium/contract/service-api/files/configuration-file';
import { findPlaceConflicts } from '@atrium/contract/service-api/files/place-conflicts';
import type { AppError } from '@atrium/host/errors';
import { expect, it, vi } from 'vitest';
import { ann, startTestServices, type TestServices } from '../../test/support.ts';
import { readSources } from '../functions/function-paths.ts';
import { KeptSources } from '../sandbox/worker/kept-sources.ts';
import type { Configurations } from './configuration.service.ts';
import { LiveConfigurations } from './live-configuration.service.ts';
import { type LiveConfiguration, readLiveConfiguration } from './live-configuration.ts';

const byText = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

const scope = { domainId: ann.domainId, serviceId: 'hyper-dispatch' };

/** Always the same numbers from 0 to 1, so that a failure can be repeated. */
function createRandom(seed: number) {
  let state = seed;
  const random = () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  return { random, pick };
}

const FOLDERS = [
  'functions',
  'functions/a',
  'functions/A',
  'functions/a/b.js',
  'Functions/c',
  'rules',
  'straße',
  'STRASSE',
];
const NAMES = ['a.js', 'A.js', 'b.js', 'b.meta.js', 'ä.js', 'Ä.js', 'c.js', 'c.meta.js'];

type Files = ReadonlyMap<string, string>;

function importing(
  { configurations }: { configurations: Configurations },
  baseVersion: number,
  changes: ReadonlyMap<string, string | null>,
): Promise<number> {
  const byFolder = Map.groupBy(changes, ([path]) => filePlaceOf(path).folderPath);
  const folders = [...byFolder].map(([folder, files]) => ({
    name: folder,
    files: files.map(([path, content]) => {
      const { name } = filePlaceOf(path);
      return content === null
        ? { name, action: 'delete' as const }
        : { name, action: 'remote' as const, content };
    }),
  }));
  return configurations.importFiles(scope, ann, { baseVersion, message: 'Change', commitSha: null, folders });
}

async function readLive({ configurations }: { configurations: Configurations }) {
  const { version, files } = await configurations.listContents(scope);
  return { version, files: new Map(files.map((file) => [filePathOf(file), file.content])) };
}

it.each([
  ['a name that differs in case', 'functions/x.js', 'functions/X.js'],
  ['a folder with the name of the file', 'functions/x.js', 'functions/x.js/y.js'],
  ['a folder that differs in case', 'functions/Zebra/x.js', 'functions/zebra/y.js'],
])('refuses a new file that conflicts with a changed one: %s', async (_, changed, added) => {
  await using services = await startTestServices();
  const { version } = await readLive(services.context);
  const next = await importing(services.context, version, new Map([[changed, 'export default () => 1;\n']]));
  const both = new Map([
    [changed, 'export default () => 2;\n'],
    [added, 'export default () => 3;\n'],
  ]);
  await expect(importing(services.context, next, both)).rejects.toThrow(
    /differ only in upper and lower case|cannot be both a file/,
  );
});

it('refuses what the whole tree would refuse, and stores what the changes make of it', async () => {
  await using services = await startTestServices();
  const { context } = services;
  const { configurations } = context;
  const { random, pick } = createRandom(43);
  let { version, files } = await readLive(context);
  version = await importing(context, version, new Map([...files.keys()].map((path) => [path, null])));
  files = new Map();
  const seen = new Map([[version, files]]);
  const outcomes = { made: 0, refused: 0, returned: 0 };
  for (let step = 0; step < 100; step++) {
    const wanted = new Map(files);
    let asked: Promise<number>;
    if (random() < 0.1) {
      const earlier = pick([...seen.keys()]);
      wanted.clear();
      for (const [path, content] of seen.get(earlier) ?? []) wanted.set(path, content);
      outcomes.returned += 1;
      asked = configurations.restoreVersion(scope, ann, {
        baseVersion: version,
        message: '',
        version: earlier,
      });
    } else {
      const changes = new Map<string, string | null>();
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
        const path = `${pick(FOLDERS)}/${pick(NAMES)}`;
        const content = random() < 0.4 ? null : `export default ${Math.floor(random() * 4)};\n`;
        changes.set(path, content);
        if (content === null) wanted.delete(path);
        else wanted.set(path, content);
      }
      asked = importing(context, version, changes);
    }
    const [conflict] = findPlaceConflicts([...wanted.keys()].map(filePlaceOf));
    const isSame = JSON.stringify([...wanted].sort(byText)) === JSON.stringify([...files].sort(byText));
    const made = await asked.catch(({ kind }: AppError) => kind);
    expect(made).toBe(conflict ? 'unprocessable' : version + (isSame ? 0 : 1));
    if (typeof made !== 'number') {
      outcomes.refused += 1;
      continue;
    }
    version = made;
    files = wanted;
    seen.set(version, files);
    outcomes.made += 1;
    const live = await readLive(context);
    expect([live.version, [...live.files].sort(byText)]).toEqual([version, [...files].sort(byText)]);
    expect((await configurations.getVersion(scope, version)).filesCount).toBe(files.size);
    const from = pick([...seen.keys()]);
    const former: Files = seen.get(from) ?? new Map();
    const moved = [...new Set([...former.keys(), ...files.keys()])].filter(
      (path) => former.get(path) !== files.get(path),
    );
    for (const [a, b] of [
      [from, version],
      [version, from],
    ] as const) {
      const told = await configurations.listChanges(scope, a, b);
      expect(told.map(({ folderPath, name }) => `${folderPath}/${name}`).sort()).toEqual(moved.sort());
    }
  }
  expect(Math.min(...Object.values(outcomes))).toBeGreaterThan(5);
});

/** Live configurations of another process: it hears of a version, or misses it while its connection is lost. */
function startProcess({ configurations }: TestServices['context']) {
  const listeners: { onMessage: (payload: string) => void; onConnected: () => unknown }[] = [];
  const notifications = {
    isConnected: true,
    listen(_: string, onMessage: (payload: string) => void, onConnected: () => unknown = () => {}) {
      listeners.push({ onMessage, onConnected });
    },
  };
  const live = new LiveConfigurations({ configurations, notifications });
  const sources = new KeptSources(2_000);
  return {
    hear: () => {
      if (!notifications.isConnected) return;
      for (const { onMessage } of listeners) onMessage(JSON.stringify([scope.domainId, scope.serviceId]));
    },
    lose: () => {
      notifications.isConnected = false;
    },
    connect: () => {
      notifications.isConnected = true;
      for (const { onConnected } of listeners) onConnected();
    },
    get: () => live.get(scope),
    /** Sources as a worker of its sandbox has them. */
    sourcesOf: (configuration: LiveConfiguration) => {
      const { base, files, disabled } = readSources(configuration, sources.keys);
      const text = JSON.stringify({
        files: Object.fromEntries(files),
        disabled: Object.fromEntries(disabled),
      });
      if (!sources.get(configuration.key)) sources.add(configuration.key, text, base);
      const kept = sources.get(configuration.key);
      return {
        isWhole: base === undefined,
        files: [...(kept?.files ?? [])].sort(byText),
        disabled: [...(kept?.disabled ?? [])].flatMap(([path, is]) => (is ? [path] : [])).sort(),
      };
    },
  };
}

/** Everything of a configuration in an order of its own. */
function told({ formers: _, ...configuration }: LiveConfiguration) {
  const sorted = Object.entries(configuration).map(([name, value]) => [
    name,
    typeof value === 'object' && Symbol.iterator in value ? [...value].sort(byText) : value,
  ]);
  return JSON.stringify(Object.fromEntries(sorted));
}

it('advances in each process to what reading everything gives, and leaves former configurations as they were', async () => {
  await using services = await startTestServices();
  const { context } = services;
  const { configurations, storage } = context;
  const { random, pick } = createRandom(430);
  let { version, files } = await readLive(context);
  const paths = ['a', 'b', 'c'].flatMap((item) =>
    ['functions', 'functions/x', 'rules', 'tests'].flatMap((folder) => [
      `${folder}/${item}.js`,
      `${folder}/${item}.meta.js`,
    ]),
  );
  const metas = ['{ disabled: true }', "{ event: 'order.*', function: 'a' }", '{ tags: [', '{}'];
  const processes = [startProcess(context), startProcess(context)];
  const seen = new Map<LiveConfiguration, string>();
  const counts = { whole: 0, changes: 0, same: 0 };
  for (let step = 0; step < 100; step++) {
    const turn = random();
    const oldest = Math.max(1, version - 4);
    if (turn < 0.04) {
      await storage.delete(scope.domainId);
      ({ version, files } = await readLive(context));
    } else if (turn < 0.08) {
      await configurations.deleteBefore(scope, version);
    } else if (turn < 0.16) {
      const back = {
        baseVersion: version,
        message: '',
        version: oldest + Math.floor(random() * (version - oldest + 1)),
      };
      version = await configurations.restoreVersion(scope, ann, back).catch(() => version);
    } else if (turn < 0.9) {
      const changes = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
        const path = pick(paths);
        const content = path.endsWith('.meta.js')
          ? `export default ${pick(metas)};`
          : `// ü "${pick(paths)}"`;
        return [path, random() < 0.3 ? null : content] as const;
      });
      version = await importing(context, version, new Map(changes));
    }
    const [one] = processes;
    if (random() < 0.1) processes.splice(0, 1, startProcess(context));
    else if (random() < 0.2) one?.lose();
    else if (random() < 0.4) one?.connect();
    for (const process of processes) process.hear();
    const whole = await readLiveConfiguration(configurations, scope);
    expect(whole.version).toBe(version);
    for (const process of processes) {
      const live = await process.get();
      expect(told(live), `step ${step}`).toBe(told(whole));
      if (seen.has(live)) counts.same += 1;
      seen.set(live, told(live));
      const { isWhole, ...kept } = process.sourcesOf(live);
      counts[isWhole ? 'whole' : 'changes'] += 1;
      const { isWhole: _, ...expected } = startProcess(context).sourcesOf(whole);
      expect(kept, `step ${step}`).toEqual(expected);
    }
  }
  for (const [live, text] of seen) expect(told(live)).toBe(text);
  expect(Math.min(...Object.values(counts)), JSON.stringify(counts)).toBeGreaterThan(10);
  expect(files.size).toBeGreaterThan(0);
});

it('reaches calls with what changed, also beside calls of the version before and in a sandbox that was killed', async () => {
  await using services = await startTestServices();
  const { context } = services;
  let { version } = await readLive(context);
  const call = async (name: string) => {
    const { status, body } = await services.call('POST', `/hyper-dispatch/invoke/${name}`, { body: {} });
    return status === 200 ? body : status;
  };
  const calling = "export default async (input, { call }) => [await call('one'), await call('two')];";
  for (let round = 1; round <= 8; round++) {
    const isLast = round % 4 === 0;
    const before = Array.from({ length: 6 }, () => call('both'));
    version = await importing(
      context,
      version,
      new Map([
        ['functions/both.js', calling],
        ['functions/one.js', `import { value } from '../lib/value.js';\nexport default () => value;`],
        ['functions/two.js', `export default () => ${round};`],
        ['lib/value.js', `export const value = ${round};`],
        ['functions/off.js', `export default () => ${round};`],
        ['functions/off.meta.js', `export default { disabled: ${round % 2 === 0} };`],
        ['functions/gone.js', isLast ? null : 'export default () => 1;'],
      ]),
    );
    const { pid } = context.sandbox;
    if (isLast && pid !== undefined) {
      process.kill(pid, 'SIGKILL');
      await vi.waitUntil(() => context.sandbox.pid !== pid);
    }
    expect(await Promise.all(['both', 'both', 'off', 'gone'].map(call))).toEqual([
      [round, round],
      [round, round],
      round % 2 === 0 ? 404 : round,
      isLast ? 404 : 1,
    ]);
    // The first ones come before there is such a function, and others are lost with the sandbox.
    const answers = (await Promise.all(before)).filter((answer) => typeof answer !== 'number');
    const isOfOneVersion = ([one, two]: number[]) => one === two && (one === round || one === round - 1);
    expect(answers.filter((answer) => !isOfOneVersion(answer as number[]))).toEqual([]);
  }
});
