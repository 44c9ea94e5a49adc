/** Plain text with its links made real. */
export function MailText({ text }: { text: string }) {
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
