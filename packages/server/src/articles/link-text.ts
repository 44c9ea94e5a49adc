import type { Token, Tokens } from 'marked';
import type { FindLinks } from './article-links.ts';

/** Parts in which a link would be wrong: there already, or not prose. */
const LEFT_ALONE = new Set(['link', 'image', 'heading', 'code', 'codespan', 'html']);

/** Puts links into the prose of an article: once for each other article, where it is named first. */
export function addLinks(
  tokens: Token[],
  ownId: string,
  findLinks: FindLinks,
  hrefOf: (id: string) => string,
) {
  const linked = new Set([ownId]);

  function visit(list: Token[]): Token[] {
    return list.flatMap((token): Token[] => {
      if (LEFT_ALONE.has(token.type)) return [token];
      if (token.type === 'list') return [{ ...token, items: visit((token as Tokens.List).items) }];
      if (token.type === 'table') return [visitTable(token as Tokens.Table)];
      if ('tokens' in token && token.tokens !== undefined) return [{ ...token, tokens: visit(token.tokens) }];
      return token.type === 'text' ? split(token as Tokens.Text) : [token];
    });
  }

  function visitTable(table: Tokens.Table): Tokens.Table {
    const rows = table.rows.map((row) => row.map((cell) => ({ ...cell, tokens: visit(cell.tokens) })));
    return { ...table, rows };
  }

  function split({ text }: Tokens.Text): Token[] {
    const parts: Token[] = [];
    let from = 0;
    for (const { start, end, id } of findLinks(text)) {
      if (linked.has(id)) continue;
      linked.add(id);
      parts.push(textToken(text.slice(from, start)), linkToken(text.slice(start, end), hrefOf(id)));
      from = end;
    }
    return [...parts, textToken(text.slice(from))];
  }

  return visit(tokens);
}

function textToken(text: string): Tokens.Text {
  return { type: 'text', raw: text, text, escaped: false };
}

function linkToken(text: string, href: string): Tokens.Link {
  return { type: 'link', raw: text, text, href, title: null, tokens: [textToken(text)] };
}
