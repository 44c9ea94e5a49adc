/** `1 file`, `1,200 files` */
export function filesWord(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`;
}
