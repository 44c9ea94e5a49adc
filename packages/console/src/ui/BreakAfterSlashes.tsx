import { Fragment } from 'react';

/** A text that may break after its slashes: a path that is too long for its line breaks between names, not within one. */
export function BreakAfterSlashes({ text }: { text: string }) {
  return text.split(/(?<=\/)/).map((part, index) => (
    <Fragment key={index}>
      {/* Hidden, because Chromium reads it out as a space. */}
      {index > 0 && <wbr aria-hidden />}
      {part}
    </Fragment>
  ));
}
