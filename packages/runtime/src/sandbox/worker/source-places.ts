/** Index of a source among those of its key, by path. */
const known = new WeakMap<ReadonlyMap<string, string>, Map<string, number>>();

/** Places instead of paths: what tests reach is sent for each of them. */
export function placesOf(
  paths: readonly string[],
  sources: ReadonlyMap<string, string> | undefined,
): number[] {
  if (sources === undefined) return [];
  const places = known.get(sources) ?? new Map([...sources.keys()].map((path, place) => [path, place]));
  known.set(sources, places);
  return paths.flatMap((path) => places.get(path) ?? []);
}
