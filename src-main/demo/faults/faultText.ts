import { DemoError } from '../demoError';
import { type GroupKind, groupKinds } from '../parallel';
import type { Fault, FaultKind } from './fault';

/** How faults are written on the command line, by kind; a value that is not given is as here. */
export const faultSyntax: Readonly<Record<FaultKind, string>> = {
  'slow-rank': 'rank=R,factor=1.4',
  'late-dataloader': 'rank=R,ms=150',
  'slow-link': 'ranks=A-B or rank=R or transport=HCCS|PCIE|RDMA,factor=0.3',
  'absent-link': 'ranks=A-B',
  'flapping-link': 'ranks=A-B,factor=0.1,every=8',
  'down-clock': 'rank=R,mhz=1200',
  'heavy-stage': 'stage=S,factor=1.3',
  'jit-compile': 'rank=R,calls=24,ms=1.2',
  'gc-pause': 'rank=R,count=1,ms=60',
  leak: 'mib=96[,rank=R]',
  'small-packets': 'group=dp,kib=256',
  unaligned: 'group=dp',
  drift: 'perstep=0.03[,rank=R]',
  mismatch: 'rank=R,group=tp,call=0',
  hang: 'rank=R,group=tp,call=0,ms=3000',
};

const transports = ['HCCS', 'PCIE', 'RDMA'] as const;

/** Understands `slow-rank:rank=3,factor=1.4,steps=12-14`. Throws a `DemoError` that says what it does not. */
export function parseFault(text: string): Fault {
  const colon = text.indexOf(':');
  const kind = colon < 0 ? text : text.slice(0, colon);
  if (!isFaultKind(kind)) {
    throw new DemoError(`There is no fault "${kind}"; the faults are ${Object.keys(faultSyntax).join(', ')}.`);
  }
  const values = new FaultValues(kind, colon < 0 ? '' : text.slice(colon + 1));
  const fault = faultOf(kind, values);
  const steps = values.range('steps');
  values.end();
  return steps === undefined ? fault : { ...fault, steps };
}

function faultOf(kind: FaultKind, values: FaultValues): Fault {
  switch (kind) {
    case 'slow-rank':
      return { kind, rank: values.required('rank'), factor: values.number('factor', 1.4) };
    case 'late-dataloader':
      return { kind, rank: values.required('rank'), milliseconds: values.number('ms', 150) };
    case 'slow-link': {
      const between = values.range('ranks');
      const rank = values.optional('rank');
      const transport = values.word('transport', transports);
      if (between === undefined && rank === undefined && transport === undefined) {
        throw new DemoError('slow-link needs ranks=A-B, rank=R or transport=HCCS.');
      }
      return {
        kind,
        ...(between === undefined ? {} : { between }),
        ...(rank === undefined ? {} : { rank }),
        ...(transport === undefined ? {} : { transport }),
        factor: values.number('factor', 0.3),
      };
    }
    case 'absent-link':
      return { kind, between: values.pair('ranks') };
    case 'flapping-link':
      return {
        kind,
        between: values.pair('ranks'),
        factor: values.number('factor', 0.1),
        every: values.number('every', 8),
      };
    case 'down-clock':
      return { kind, rank: values.required('rank'), mhz: values.number('mhz', 1200) };
    case 'heavy-stage':
      return { kind, stage: values.required('stage'), factor: values.number('factor', 1.3) };
    case 'jit-compile':
      return {
        kind,
        rank: values.required('rank'),
        callsPerStep: values.number('calls', 24),
        milliseconds: values.number('ms', 1.2),
      };
    case 'gc-pause':
      return {
        kind,
        rank: values.required('rank'),
        perStep: values.number('count', 1),
        milliseconds: values.number('ms', 60),
      };
    case 'leak':
      return { kind, ...values.maybeRank(), mibPerStep: values.number('mib', 96) };
    case 'small-packets':
      return { kind, group: values.group(), packetKib: values.number('kib', 256) };
    case 'unaligned':
      return { kind, group: values.group() };
    case 'drift':
      return { kind, ...values.maybeRank(), perStep: values.number('perstep', 0.03) };
    case 'mismatch':
      return {
        kind,
        rank: values.required('rank'),
        group: values.group('tp'),
        call: values.number('call', 0),
      };
    case 'hang':
      return {
        kind,
        rank: values.required('rank'),
        group: values.group('tp'),
        call: values.number('call', 0),
        milliseconds: values.number('ms', 3000),
      };
  }
}

/** The `key=value` pairs of one fault. */
class FaultValues {
  private readonly values = new Map<string, string>();

  constructor(
    private readonly kind: FaultKind,
    text: string,
  ) {
    for (const pair of text.split(',').filter((each) => each !== '')) {
      const equals = pair.indexOf('=');
      if (equals <= 0) throw new DemoError(`${kind}: "${pair}" is no key=value.`);
      this.values.set(pair.slice(0, equals), pair.slice(equals + 1));
    }
  }

  number(key: string, fallback: number): number {
    return this.optional(key) ?? fallback;
  }

  optional(key: string): number | undefined {
    const text = this.take(key);
    if (text === undefined) return undefined;
    const value = text === '' ? Number.NaN : Number(text);
    if (Number.isNaN(value)) throw new DemoError(`${this.kind}: ${key} is a number, not "${text}".`);
    return value;
  }

  required(key: string): number {
    const value = this.optional(key);
    if (value === undefined) throw new DemoError(`${this.kind} needs ${key}=…`);
    return value;
  }

  maybeRank(): { readonly rank?: number } {
    const rank = this.optional('rank');
    return rank === undefined ? {} : { rank };
  }

  /** `3-5`, or `3` for both ends. */
  range(key: string): readonly [number, number] | undefined {
    const text = this.take(key);
    if (text === undefined) return undefined;
    const match = /^(\d+)(?:-(\d+))?$/.exec(text);
    if (match === null) throw new DemoError(`${this.kind}: ${key} is a range such as 3-5, not "${text}".`);
    return [Number(match[1]), Number(match[2] ?? match[1])];
  }

  pair(key: string): readonly [number, number] {
    const pair = this.range(key);
    if (pair === undefined) throw new DemoError(`${this.kind} needs ${key}=A-B.`);
    return pair;
  }

  group(fallback: GroupKind = 'dp'): GroupKind {
    return this.word('group', groupKinds) ?? fallback;
  }

  word<Word extends string>(key: string, words: readonly Word[]): Word | undefined {
    const text = this.take(key);
    if (text === undefined) return undefined;
    const word = words.find((each) => each.toLowerCase() === text.toLowerCase());
    if (word === undefined) throw new DemoError(`${this.kind}: ${key} is one of ${words.join(', ')}, not "${text}".`);
    return word;
  }

  /** Everything has been understood. */
  end(): void {
    const [key] = this.values.keys();
    if (key !== undefined) throw new DemoError(`${this.kind} has no ${key}; it takes ${faultSyntax[this.kind]}.`);
  }

  private take(key: string): string | undefined {
    const text = this.values.get(key);
    this.values.delete(key);
    return text;
  }
}

function isFaultKind(text: string): text is FaultKind {
  return Object.hasOwn(faultSyntax, text);
}
