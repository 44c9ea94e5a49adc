/** Names of files are of people: a code span keeps them from being markup, links or mentions. */
export const code = (text: string) => `\`${text.replaceAll(/[`\p{Cc}]/gu, ' ')}\``;

/** Text of people without markup, links or mentions. */
export const plain = (text: string) =>
  text.replaceAll(/[\p{Cc}|]/gu, ' ').replaceAll(/[<>[\]@#*_`\\]/g, (mark) => `\\${mark}`);
