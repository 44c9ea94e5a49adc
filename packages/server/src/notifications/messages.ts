import type { ChannelKindName } from '@atrium/contract/notifications/reasons';
import { type Content, quoteLine, submissionLine, type Told, timeText, titleOf } from './facts.ts';

const MAX_SLACK_TITLE = 150;
const COLORS: Record<Told['tone'], number> = { bad: 0xb3261e, good: 0x0c6157, neutral: 0x535c57 };
/** Most embeds of a message to Discord. */
const MAX_EMBEDS = 10;

/** Bodies of messages to chats, by the kind of channel. Texts of people stay texts: no mentions, no links, no markup. */
export const CHAT_BODIES: Record<
  Exclude<ChannelKindName, 'EMAIL' | 'WEBHOOK'>,
  (content: Content) => object
> = {
  SLACK: slackBody,
  TEAMS: teamsBody,
  DISCORD: discordBody,
};

/** Body of a message to a webhook, as docs/webhooks.md describes it. */
export function webhookBody({ told, more }: Content, now: Date): object {
  const [first] = told;
  const messageOf = ({ type, at, data, link, lastSubmission }: Told) => ({
    type,
    timestamp: at,
    data: { ...data, url: link.url, lastSubmission },
  });
  if (told.length === 1 && more === 0 && first) return messageOf(first);
  return {
    type: 'notifications',
    timestamp: now.toISOString(),
    data: { notifications: told.map(messageOf), more },
  };
}

function slackBody(content: Content): object {
  const title = titleOf(content);
  const { told, settingsUrl } = content;
  const isOne = told.length === 1;
  return {
    text: slackText(title),
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: title.slice(0, MAX_SLACK_TITLE), emoji: false } },
      ...told.flatMap((each) => [
        {
          type: 'section',
          text: {
            type: 'mrkdwn',
            text: `${isOne ? '' : `*${slackText(quoteLine(each.title))}* (${timeText(each.at)})\n`}${slackText(each.text)}\n<${slackUrl(each.link.url)}|${slackText(each.link.label)}>`,
          },
        },
        ...(each.lastSubmission
          ? [
              {
                type: 'context',
                elements: [
                  {
                    type: 'mrkdwn',
                    text: `${slackText(submissionLine(each.lastSubmission))} <${slackUrl(each.lastSubmission.url)}|Show it>`,
                  },
                ],
              },
            ]
          : []),
      ]),
      {
        type: 'context',
        elements: [
          { type: 'mrkdwn', text: `${moreText(content)}<${slackUrl(settingsUrl)}|Change notifications>` },
        ],
      },
    ],
  };
}

/** Adaptive card. Text runs know no markup. */
function teamsBody(content: Content): object {
  const { told } = content;
  const isOne = told.length === 1;
  const run = (text: string, style: object = {}) => ({
    type: 'RichTextBlock',
    inlines: [{ type: 'TextRun', text, ...style }],
  });
  const openUrl = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url });
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: [
            run(titleOf(content), { size: 'Large', weight: 'Bolder' }),
            ...told.flatMap((each) => [
              ...(isOne
                ? []
                : [run(`${quoteLine(each.title)} (${timeText(each.at)})`, { weight: 'Bolder' })]),
              run(each.text),
              ...(each.lastSubmission ? [run(submissionLine(each.lastSubmission), { isSubtle: true })] : []),
            ]),
            ...(content.more > 0 ? [run(moreText(content))] : []),
          ],
          actions: [
            ...told.slice(0, isOne ? 1 : 4).map(({ link }) => openUrl(link.label, link.url)),
            ...(isOne && told[0]?.lastSubmission
              ? [openUrl('Show the submission', told[0].lastSubmission.url)]
              : []),
            openUrl('Change notifications', content.settingsUrl),
          ],
        },
      },
    ],
  };
}

function discordBody(content: Content): object {
  const { told, more } = content;
  const left = told.length + more - MAX_EMBEDS;
  return {
    // No one is mentioned, whatever a text contains.
    ['allowed_mentions']: { parse: [] },
    ...(left > 0 && { content: `And ${left} more.` }),
    embeds: told.slice(0, MAX_EMBEDS).map(({ title, text, link, tone, at, lastSubmission }) => ({
      title: discordText(quoteLine(title)),
      url: link.url,
      description: discordText(text),
      color: COLORS[tone],
      timestamp: at,
      ...(lastSubmission && {
        fields: [
          {
            name: 'Last submission before',
            value: `${discordText(submissionLine(lastSubmission).replace(/^[^:]*: /, ''))}\n[Show it](${lastSubmission.url})`,
          },
        ],
      }),
    })),
  };
}

function moreText({ more }: Content): string {
  return more > 0 ? `And ${more} more. ` : '';
}

function slackText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function slackUrl(url: string): string {
  return slackText(url).replaceAll('|', '%7C');
}

function discordText(text: string): string {
  return text.replaceAll(/[\\*_~`|>[\]()#@<-]/g, (mark) => `\\${mark}`);
}
