/** In the order of a tree: a folder before everything below it. */
export function inTreeOrder<Node extends { path: string }>(nodes: readonly Node[]): Node[] {
  // A slash sorts before every other character, so everything below a folder follows it immediately.
  const orderOf = ({ path }: Node) => path.replaceAll('/', '\0');
  return nodes.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Returns whether a folder equals another one or is below it. */
export function isWithin(folderPath: string, folder: string): boolean {
  return folderPath === folder || folderPath.startsWith(`${folder}/`);
}

/** The folder and all above it, the innermost first. */
export function foldersTo(folderPath: string): string[] {
  const paths: string[] = [];
  for (let path = folderPath; path !== ''; path = folderOf(path)) paths.push(path);
  return paths;
}

/** `orders/create` → `orders`; empty without a folder. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
