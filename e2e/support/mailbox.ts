import { expect } from '@playwright/test';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  at: string;
}

/** Reads the development mailbox, which is open to anyone on the loopback interface. */
export async function readMailbox(baseUrl: string): Promise<Mail[]> {
  const response = await fetch(new URL('/console/v1/dev/mailbox', baseUrl));
  expect(response.status, 'the development mailbox').toBe(200);
  return (await response.json()) as Mail[];
}

/** Waits for the newest mail to this address that contains a link to the given page, and returns the link. */
export async function waitForLink(
  baseUrl: string,
  to: string,
  page: 'confirm' | 'reset' | 'sign-in-report',
): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      async () => {
        const mails = (await readMailbox(baseUrl)).filter((mail) => mail.to.includes(to));
        const newestFirst = mails.sort((a, b) => b.at.localeCompare(a.at));
        const pattern = new RegExp(`https?://\\S+/console/${page}\\?token=[^\\s"<>)]+`);
        link = newestFirst.map((mail) => pattern.exec(mail.text)?.[0]).find((found) => found !== undefined);
        return link;
      },
      { message: `a mail to ${to} with a ${page} link`, timeout: 15_000 },
    )
    .toBeDefined();
  // The product may be reached under another name than the configured one (a proxy): keep path and token.
  const { pathname, search } = new URL(link ?? '');
  return new URL(pathname + search, baseUrl).href;
}
