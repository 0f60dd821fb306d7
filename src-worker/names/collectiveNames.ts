/** Which names of kernels are collectives. The names are data: `resources/collectives.json`, and what a user adds to it. */
import builtIn from '../../resources/collectives.json';

/** The shape of `resources/collectives.json`, and of a user's own file. Patterns are regular expressions, any case. */
export interface CollectiveNameData {
  readonly libraries?: readonly {
    readonly library?: string;
    readonly sure?: readonly string[];
    readonly likely?: readonly string[];
  }[];
  readonly types?: readonly { readonly type: string; readonly pattern: string }[];
}

/** `sure`: the name alone tells. `likely`: with other evidence. */
export type CollectiveEvidence = 'sure' | 'likely' | 'none';

interface Library {
  readonly library: string;
  readonly sure: RegExp | undefined;
  readonly likely: RegExp | undefined;
}

export class CollectiveNames {
  readonly #libraries: readonly Library[];
  readonly #types: readonly { readonly type: string; readonly pattern: RegExp }[];

  /** What `own` says comes first. Throws a `SyntaxError` for a pattern that is none. */
  constructor(own: CollectiveNameData = {}) {
    const all: readonly CollectiveNameData[] = [own, builtIn];
    this.#libraries = all.flatMap(({ libraries = [] }) =>
      libraries.map(({ library = '', sure = [], likely = [] }) => {
        return { library, sure: anyOf(sure), likely: anyOf(likely) };
      }),
    );
    this.#types = all.flatMap(({ types = [] }) =>
      types.map(({ type, pattern }) => ({ type, pattern: new RegExp(pattern, 'i') })),
    );
  }

  evidenceOf(name: string): CollectiveEvidence {
    const bare = bareFunctionName(name);
    if (this.#libraries.some(({ sure }) => sure?.test(bare))) return 'sure';
    return this.#libraries.some(({ likely }) => likely?.test(bare)) ? 'likely' : 'none';
  }

  /** "NCCL", "DeepEP", …; '' where the name does not tell. */
  libraryOf(name: string): string {
    const bare = bareFunctionName(name);
    return this.#libraries.find(({ sure, likely }) => sure?.test(bare) || likely?.test(bare))?.library ?? '';
  }

  /** "allReduce" of "ncclDevKernel_AllReduce_Sum_f32_RING_LL(…)"; undefined where the name does not tell. */
  typeOf(name: string): string | undefined {
    const bare = bareFunctionName(name);
    return this.#types.find(({ pattern }) => pattern.test(bare))?.type;
  }
}

export const builtInCollectives = new CollectiveNames();

function anyOf(patterns: readonly string[]): RegExp | undefined {
  return patterns.length === 0 ? undefined : new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'i');
}

const MODIFIERS = /^(?:(?:void|static|inline|__global__|int|float|double|bool|auto)\s+)+/;

/**
 * A kernel's function without return type, template arguments and parameters:
 * "void deep_ep::intranode::dispatch<8, 768>(int4*, float*)" → "deep_ep::intranode::dispatch". Templates in the middle go
 * too: "ns<4>::combine<2>(…)" → "ns::combine".
 */
export function bareFunctionName(name: string): string {
  const text = name.replace(MODIFIERS, '').replaceAll('(anonymous namespace)', '{}');
  let bare = '';
  let depth = 0;
  for (const char of text) {
    if (char === '<') depth++;
    else if (char === '>') depth = Math.max(0, depth - 1);
    else if (depth > 0) continue;
    else if (char === '(') break;
    else bare += char;
  }
  return bare.trim();
}
