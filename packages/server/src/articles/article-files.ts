import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ArticleType } from '@atrium/contract/articles/article';
import { z } from 'zod';

/** The head of an article's file: `name: value` lines between two lines of dashes. */
const Head = z.object({
  title: z.string().min(1).max(80),
  /** Short enough for a card: cards show 150 characters. */
  description: z.string().min(1).max(150),
  code: z.string().regex(/^[a-z0-9-]+$/),
  type: ArticleType,
  /** Place in lists, from 1. */
  order: z.coerce.number().int().min(0),
  aliases: commaList(),
  /** Codes of the articles to read next. */
  next: commaList(),
});

export interface ArticleFile extends z.infer<typeof Head> {
  markdown: string;
}

export interface Picture {
  content: Buffer;
  mediaType: 'image/svg+xml' | 'image/webp';
  width: number;
  height: number;
}

/** Articles that ship with the server, by their place. A broken file stops the start with its name. */
export function readArticleFiles(folder: string): ArticleFile[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return names
    .map((name) => parseArticle(name, readFileSync(join(folder, name), 'utf8')))
    .sort((a, b) => a.order - b.order || a.code.localeCompare(b.code));
}

/** Pictures of the articles, drawings and photographs of the console, with their size, so that nothing moves when they arrive. */
export function readPictures(folder: string): Map<string, Picture> {
  const names = readdirSync(folder).filter((name) => /\.(?:svg|webp)$/.test(name));
  return new Map(names.map((name) => [name, toPicture(name, readFileSync(join(folder, name)))]));
}

function parseArticle(name: string, text: string): ArticleFile {
  const [, head = '', markdown = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? [];
  const lines = head.split('\n').map((line) => /^(\w+): (.*)$/.exec(line));
  const fields = Object.fromEntries(lines.map((line) => [line?.[1], line?.[2]?.trim()]));
  const parsed = Head.safeParse(fields);
  if (!parsed.success) throw new Error(`article ${name}: ${z.prettifyError(parsed.error)}`);
  return { ...parsed.data, markdown };
}

function toPicture(name: string, content: Buffer): Picture {
  if (name.endsWith('.webp')) return { content, mediaType: 'image/webp', ...sizeOfWebp(name, content) };
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(content.toString('utf8')) ?? [];
  if (width === undefined) throw new Error(`picture ${name}: no viewBox that begins at 0 0`);
  return { content, mediaType: 'image/svg+xml', width: Number(width), height: Number(height) };
}

function commaList() {
  return z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((part) => part.trim())
        .filter((part) => part !== ''),
    );
}

/** The head of the extended format has each less one, in three bytes; that of the only frame in 14 bits (RFC 6386, 9.1). */
function sizeOfWebp(name: string, content: Buffer): { width: number; height: number } {
  const format = content.toString('latin1', 12, 16);
  if (format === 'VP8X')
    return { width: content.readUIntLE(24, 3) + 1, height: content.readUIntLE(27, 3) + 1 };
  if (format !== 'VP8 ') throw new Error(`picture ${name}: no WebP of a known format`);
  return { width: content.readUInt16LE(26) & 0x3fff, height: content.readUInt16LE(28) & 0x3fff };
}
