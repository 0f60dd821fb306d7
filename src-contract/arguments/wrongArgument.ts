import type { EngineMethod } from '../wire/engineMethods';
import { errorNames, NamedError } from '../wire/errors';
import { engineArguments } from './engineArguments';

/**
 * The arguments of a call, as a copy that has nothing but what the method takes. Throws a `WrongArgumentError` that says
 * which of them is what it can't be.
 */
export function checkedArguments(method: EngineMethod, args: readonly unknown[]): readonly unknown[] {
  const parsed = engineArguments[method].safeParse(args);
  if (parsed.success) return parsed.data;
  const { path, message } = parsed.error.issues[0];
  throw new NamedError(errorNames.wrongArgument, `${method} can’t be done: ${placeOf(path)} ${message}.`);
}

const MOST_PLACE = 80;

/** "argument 1, lanes.3, has to be": the first argument's field `lanes`, its item 3. */
function placeOf([position, ...fields]: readonly PropertyKey[]): string {
  if (position === undefined) return 'what it is asked with has to be';
  const inside = fields.map((field) => String(field)).join('.');
  const place = inside.length > MOST_PLACE ? `${inside.slice(0, MOST_PLACE)}…` : inside;
  return `argument ${Number(position) + 1}${place === '' ? '' : `, ${place},`} has to be`;
}
