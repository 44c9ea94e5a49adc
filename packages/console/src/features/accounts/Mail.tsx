import { useState } from 'react';
import { formatDateTime } from '../../lib/format-date.ts';
import { Card } from '../../ui/Card.tsx';
import { Tabs } from '../../ui/Tabs.tsx';

/** Mail of the development mailbox, rendered as its recipient would see it. */
export function Mail({
  mail,
}: {
  mail: { to: string; subject: string; text: string; html: string; attachments: string[]; at: string };
}) {
  const [part, setPart] = useState<'text' | 'html'>('text');
  return (
    <Card title={`${mail.subject} (${mail.to}, ${formatDateTime(mail.at)})`}>
      <p className="mb-2 text-sm text-ink-soft">
        To {mail.to}, {formatDateTime(mail.at)}
      </p>
      {mail.attachments.length > 0 && (
        <p className="mb-2 text-sm text-ink-soft">Attached: {mail.attachments.join(', ')}</p>
      )}
      <Tabs
        label={`Parts of ${mail.subject}`}
        value={part}
        onChange={setPart}
        tabs={[
          { value: 'text', label: 'Text', content: <MailText text={mail.text} /> },
          {
            value: 'html',
            label: 'HTML',
            content: (
              // Nothing in a mail may run or reach the console: an empty sandbox.
              <iframe
                title={`HTML of ${mail.subject}`}
                sandbox=""
                srcDoc={mail.html}
                className="h-96 w-full rounded-control border border-line bg-white"
              />
            ),
          },
        ]}
      />
    </Card>
  );
}

/** Plain text with its links made real. */
function MailText({ text }: { text: string }) {
  return (
    <pre className="font-sans break-words whitespace-pre-wrap">
      {text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
        index % 2 === 1 ? (
          <a key={`${part} ${text.indexOf(part)}`} href={part} className="link">
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </pre>
  );
}
