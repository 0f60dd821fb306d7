/** Messages of dynolog’s and msMonitor’s daemons: a signed 32-bit length in the machine’s order (little-endian on x86 and Arm), then JSON. */
import { type WordId, words } from '../words/words';

const LENGTH_BYTES = 4;
/** Answers have some hundred bytes: what says it has more is no answer. */
const MAX_ANSWER_BYTES = 1 << 20;

/** An answer that is none, or none in time. */
export class WireError extends Error {
  override readonly name = 'WireError';

  constructor(
    readonly id: Extract<WordId, `host.${string}`>,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(words(id, values, 'en'));
  }
}

export function frame(json: string): Uint8Array {
  const text = new TextEncoder().encode(json);
  const bytes = new Uint8Array(LENGTH_BYTES + text.length);
  new DataView(bytes.buffer).setInt32(0, text.length, true);
  bytes.set(text, LENGTH_BYTES);
  return bytes;
}

/** The JSON of a message; undefined: more bytes are needed. Throws a `WireError` for a length that none can have, and more than it says. */
export function unframe(bytes: Uint8Array): string | undefined {
  if (bytes.length < LENGTH_BYTES) return undefined;
  const length = new DataView(bytes.buffer, bytes.byteOffset).getInt32(0, true);
  if (length < 0 || length > MAX_ANSWER_BYTES) throw new WireError('host.no-daemon', { bytes: length });
  if (bytes.length < LENGTH_BYTES + length) return undefined;
  if (bytes.length > LENGTH_BYTES + length) throw new WireError('host.more-bytes');
  return new TextDecoder().decode(bytes.subarray(LENGTH_BYTES));
}

type Json = string | number | readonly number[];

/** JSON as the daemons’ own clients write it: a space behind colons and commas. */
export function requestText(members: Readonly<Record<string, Json>>): string {
  const told = Object.entries(members).map(([name, value]) => {
    const text = Array.isArray(value) ? `[${value.join(', ')}]` : JSON.stringify(value);
    return `${JSON.stringify(name)}: ${text}`;
  });
  return `{${told.join(', ')}}`;
}

/**
 * `pids` 0: any process; of those that have announced themselves with this job, at most so many. PyTorch on GPUs announces itself with the number of
 * its Slurm job, anything else with 0.
 */
export function onDemandRequest(config: string, processLimit: number, jobId = 0): string {
  return requestText({ fn: 'setKinetOnDemandRequest', config, job_id: jobId, pids: [0], process_limit: processLimit });
}
