import { escapeAttribute, escapeText } from 'entities/escape';
import type { MailMessage } from './mail-provider.ts';

export interface MailParts {
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  footnotes: string[];
}

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/** Both forms of a mail from one source, so that both say the same. */
export function renderMail(to: string, home: string, parts: MailParts): MailMessage {
  return { to, subject: parts.subject, text: renderText(home, parts), html: renderHtml(home, parts) };
}

function renderText(home: string, { greeting, paragraphs, action, footnotes }: MailParts): string {
  const blocks = [greeting, ...paragraphs];
  if (action !== undefined) blocks.push(`${action.label}:\n${action.url}`);
  blocks.push(...footnotes, `-- \nAtrium\n${home}/index`);
  return `${blocks.join('\n\n')}\n`;
}

/**
 * Tables and inline styles: what mail programs of the last twenty years agree on. No picture is loaded. Names come from
 * users: none of them may become markup.
 */
function renderHtml(home: string, { subject, greeting, paragraphs, action, footnotes }: MailParts): string {
  const text = (content: string, style = 'margin:0 0 16px;font-size:16px;line-height:24px;color:#1c2320') =>
    `<p style="${style}">${escapeText(content)}</p>`;
  const small = 'margin:0 0 8px;font-size:13px;line-height:20px;color:#535c57';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f4f3ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f3ee;${FONT}">
<tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border:1px solid #dbd8ce;border-radius:12px">
<tr><td style="padding:24px 32px 0;font-size:18px;font-weight:700;color:#0c6157">Atrium</td></tr>
<tr><td style="padding:20px 32px 8px">
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:#1c2320">${escapeText(subject)}</h1>
${[greeting, ...paragraphs].map((each) => text(each)).join('\n')}
${action === undefined ? '' : button(action)}
</td></tr>
<tr><td style="padding:8px 32px 24px;border-top:1px solid #dbd8ce">
${footnotes.map((each) => text(each, small)).join('\n')}
<p style="${small}"><a href="${escapeAttribute(`${home}/index`)}" style="color:#535c57">${escapeText(home)}</a></p>
</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

function button({ label, url }: { label: string; url: string }): string {
  const address = escapeAttribute(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 20px"><tr><td style="border-radius:8px;background:#0c6157">
<a href="${address}" style="display:inline-block;padding:12px 24px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none">${escapeText(label)}</a>
</td></tr></table>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#535c57">If the button does not work, open this address:<br><a href="${address}" style="color:#0c6157;word-break:break-all">${escapeText(url)}</a></p>`;
}
