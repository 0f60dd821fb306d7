/** Hosts whose daemons are asked. */
import { SpokenError, spoken } from '../words/spoken';

export interface DaemonHost {
  readonly host: string;
  readonly port: number;
}

const PORT = 1778;
const MOST_HOSTS = 10_000;

/** A list that is none. */
export class HostListError extends SpokenError {
  override readonly name = 'HostListError';
}

/** "a,b:1779", Slurm’s "node[01-16,20],login", "[::1]:1778"; in a file also one a line, # begins a remark. Throws a `HostListError`. */
export function hostList(text: string): readonly DaemonHost[] {
  const plain = text.replace(/#[^\n]*/g, '').replace(/[\s,]+/g, ',');
  const hosts: DaemonHost[] = [];
  const known = new Set<string>();
  for (const part of partsOf(plain)) {
    for (const one of expanded(part)) {
      const own = hostOf(one);
      const id = `${own.host} ${own.port}`;
      if (known.has(id)) continue;
      known.add(id);
      if (hosts.push(own) > MOST_HOSTS) throw tooMany();
    }
  }
  if (hosts.length === 0) throw new HostListError(spoken('hosts.none'));
  return hosts;
}

/** At commas outside of brackets. */
function partsOf(text: string): string[] {
  return text.split(/,(?![^[]*\])/).filter((part) => part !== '');
}

/** Ranges keep the zeros of their first number; an address of IPv6 has colons in its brackets and is none. */
function expanded(part: string): string[] {
  const [, head, inside, tail] = /^([^[\]]*)\[([^[\]:]*)\](.*)$/.exec(part) ?? [];
  if (head === undefined) return [part];
  const tails = expanded(tail);
  const numbers = inside.split(',').flatMap((range) => numbersOf(range, part));
  if (numbers.length * tails.length > MOST_HOSTS) throw tooMany();
  return numbers.flatMap((number) => tails.map((end) => `${head}${number}${end}`));
}

function numbersOf(range: string, part: string): string[] {
  const [, from, to = from] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(range) ?? [];
  const [first, last] = [Number(from), Number(to)];
  if (!(first <= last)) throw new HostListError(spoken('hosts.range', { part }));
  if (last - first >= MOST_HOSTS) throw tooMany();
  return Array.from({ length: last - first + 1 }, (_, at) => String(first + at).padStart(from.length, '0'));
}

function tooMany(): HostListError {
  return new HostListError(spoken('hosts.too-many', { most: MOST_HOSTS }));
}

function hostOf(text: string): DaemonHost {
  const [, inBrackets, plain, port] = /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  const number = port === undefined ? PORT : Number(port);
  if (host === undefined || number < 1 || number > 65_535)
    throw new HostListError(spoken('hosts.no-host', { text, port: PORT }));
  return { host, port: number };
}
