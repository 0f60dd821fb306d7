import { parseArgs } from 'node:util';
import { UsageError } from './usageError';

type OptionSpecs = NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>;

/** Options and other words of a command line. Throws a `UsageError` for an option that there is not. */
export function parsedOptions(
  args: readonly string[],
  options: OptionSpecs,
): { readonly values: Readonly<Record<string, unknown>>; readonly positionals: readonly string[] } {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    // Node's first sentence names the option; the hints after it speak of Node's own syntax.
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(/\. (?=To )/, 1)[0]?.replace(/\.$/, '')}.`);
  }
}
