/** Whether a decoded path may lead to the folder above: some services take `..;` for `..`, too. */
export function climbsUp(path: string): boolean {
  return path.includes('/..') || path.includes('../');
}

/**
 * Returns whether a text can be a parameter of a path. The rules for URLs make a step to another folder of `.` and `..`,
 * percent-encoded too, and the platform passes on no path that may climb.
 */
export function canBeInPath(text: string): boolean {
  return text !== '.' && !climbsUp(`/${text}`);
}

/** Error for an id that can't be used in a path. */
export const CANNOT_BE_IN_PATH = 'The id cannot be . nor begin with .. nor contain /.. or ../';
