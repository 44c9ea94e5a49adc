import { parseLiteralModule } from '@atrium/contract/service-api/literal';
import { isPlainObject, type PlainValue } from '@atrium/contract/service-api/plain-value';

/** Returns the fields of a metadata file; none where it cannot be read. */
export function readFields(text: string): Record<string, PlainValue> {
  try {
    const value = parseLiteralModule(text);
    return isPlainObject(value) ? value : {};
  } catch {
    // A metadata file that cannot be parsed has no fields; it is still shown and merged as text.
    return {};
  }
}
