/** What perf has sampled, counted by kinds of work, threads and functions. */

/** In this order: a function is of the first that it fits. `library`: of what it is a part. */
export const kinds = /** @type {const} */ ([
  {
    name: 'kernel: copying the file',
    library: /kernel/,
    function: /copy_to_iter|copy_page_to_iter|copy_user|filemap_/,
  },
  { name: 'kernel: pages', library: /kernel/, function: /page|fault|clear_|folio|mmap|munmap|zap_|madvise|_list_del/ },
  { name: 'kernel: everything else', library: /kernel/, function: /./ },
  { name: 'WebAssembly: tokenizing', library: /./, function: /src-worker\/tokenizer\/assembly/ },
  { name: 'WebAssembly: arranging', library: /./, function: /src-worker\/index\/assembly/ },
  { name: 'WebAssembly: other', library: /./, function: /src-worker\/\w+\/assembly|wasm-function/ },
  { name: 'JavaScript, optimised', library: /perf-\d+\.map/, function: /^JS:[*+]/ },
  { name: 'JavaScript, not optimised', library: /perf-\d+\.map/, function: /^JS:|Interpreter|Bytecode|Baseline/ },
  {
    name: 'V8: built-in functions, inline caches',
    library: /perf-\d+\.map|node$/,
    function: /Builtin|Runtime_|::ic::|IC::|LoadIC|StoreIC|KeyedLoad|KeyedStore|Stub|Handler/,
  },
  {
    name: 'V8: compiling',
    library: /node$/,
    function: /compiler::|Compil|turbo|TurboAssembler|Liftoff|wasm::|Optimiz|maglev|regalloc|Deopt/,
  },
  {
    name: 'V8: parsing, bytecode',
    library: /node$/,
    function: /Parser|Scanner|Scope|Ast|interpreter::|PreParser|CodeSerializer|Deserializ/,
  },
  {
    name: 'V8: collecting garbage',
    library: /node$/,
    function: /Scaveng|Mark|Sweep|Evacuat|Heap|GC|Pointer[sU]|Young|Concurrent/,
  },
  { name: 'copying memory', library: /libc|node$/, function: /mem(cpy|move|set)|relaxed_mem/ },
  { name: 'allocating memory', library: /libc/, function: /malloc|free|calloc|unlink_chunk/ },
  { name: 'V8: everything else', library: /node$/, function: /v8::/ },
  { name: 'everything else', library: /./, function: /./ },
]);

/**
 * @typedef {{ readonly byKind: ReadonlyMap<string, number>, readonly byThread: ReadonlyMap<string, number>,
 *   readonly byFunction: ReadonlyMap<string, number>, readonly stacks: ReadonlyMap<string, number> }} Counts
 */

/**
 * `text`: as `perf script -F comm,tid,ip,sym,dso` prints it, a paragraph a sample, the innermost function first.
 *
 * @param {string} text
 * @returns {Counts} `stacks`: the functions of a sample from the outermost on, joined by line breaks
 */
export function countSamples(text) {
  /** @type {Map<string, number>[]} */
  const [byKind, byThread, byFunction, stacks] = [new Map(), new Map(), new Map(), new Map()];
  const count = (/** @type {Map<string, number>} */ counts, /** @type {string} */ key) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const paragraph of text.split('\n\n')) {
    const [head, ...lines] = paragraph.split('\n').filter((line) => line.trim() !== '');
    const frames = lines.flatMap((line) => frameOf(line) ?? []);
    const [leaf] = frames;
    if (head === undefined || leaf === undefined) continue;
    count(byKind, kindOf(leaf));
    count(byThread, head.trim().replace(/\s+/g, ' '));
    count(byFunction, leaf.name);
    count(
      stacks,
      frames
        .map(({ name }) => name)
        .reverse()
        .join('\n'),
    );
  }
  return { byKind, byThread, byFunction, stacks };
}

/** @typedef {{ readonly name: string, readonly library: string }} Frame */

/**
 * @param {string} line as "    7f12 v8::internal::Heap::Collect (/usr/bin/node)"
 * @returns {Frame | undefined}
 */
function frameOf(line) {
  const found = /^\s*[0-9a-f]+\s+(.*?)\s+\(([^()]*)\)\s*$/.exec(line);
  if (!found) return undefined;
  const [, name = '', library = ''] = found;
  return { name: name.replace(/\+0x[0-9a-f]+$/, ''), library };
}

/** @param {Frame} frame */
function kindOf({ name, library }) {
  return kinds.find((kind) => kind.library.test(library) && kind.function.test(name))?.name ?? 'everything else';
}
