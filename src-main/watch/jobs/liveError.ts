import { errorNames, NamedError } from '../../../src-contract/wire/errors';
import { type Spoken, SpokenError } from '../../../src-watch/words/spoken';

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

/** A failure that is told to the user, as the window says it; any other as it is. */
export function asLiveError(error: unknown): unknown {
  return error instanceof SpokenError ? liveError(error.said) : error;
}
