import { parsedOptions } from './parsedOptions';
import { UsageError } from './usageError';

export interface InfoArguments {
  readonly paths: readonly string[];
  readonly isJson: boolean;
}

/** Throws a `UsageError`. */
export function infoArguments(args: readonly string[]): InfoArguments {
  const { values, positionals } = parsedOptions(args, { json: { type: 'boolean' } });
  if (positionals.length === 0) throw new UsageError('info needs the path of a dump.');
  return { paths: positionals, isJson: values.json === true };
}
