import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import type { Spoken } from '../../../src-watch/words/spoken';

/** Why something cannot be done with a job that is watched; the window says it in its language. */
export function liveError(said: Spoken): NamedError {
  const { en: message, zh } = said;
  return new NamedError(errorNames.live, message, {
    code: errorNames.live,
    severity: 'error',
    message,
    params: { zh },
  });
}
