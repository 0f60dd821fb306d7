/** What a slice on a thread of the host says that the thread does. */

/** Work that is known by its name. The rest is an op, or a Python frame, by the slice's category. */
export type HostWork =
  | 'compile'
  | 'synchronise'
  | 'dataloader'
  | 'garbage-collection'
  | 'allocator'
  | 'copy'
  | 'enqueue';

const PATTERNS: readonly (readonly [HostWork, RegExp])[] = [
  [
    'compile',
    /aclop(Compile|GetCompile)|(^|@)opCompile\b|ge::compile|torch\/_inductor\/(compile_fx|codecache|graph)|torch\/_dynamo\/convert_frame|CompiledFxGraph|nvrtcCompile/i,
  ],
  ['garbage-collection', /^(python )?gc$|^gc\.collect|^garbage collect/i],
  ['dataloader', /DataLoader\w*\b.*(__next__|_next_data)|dataloader\.py\(\d+\)|^data_?loader$|get_next_batch/i],
  [
    'synchronise',
    /aclrtSynchronize|(cuda|hip|musa)(Stream|Device|Event)Synchronize|^aten::(item|_local_scalar_dense|is_nonzero)$|(Stream|Device|Event)Synchronize(WithTimeout)?$/,
  ],
  [
    'allocator',
    /aclMallocMemInner|aclrt(Malloc|Free)|(cuda|hip|musa)(Malloc|Free)(Host|Async)?$|empty_cache|emptyCache/,
  ],
  ['copy', /aclrtMemcpy(?!Async)|^(cuda|hip|musa)Memcpy(?!.*Async)|acl_memcpy/],
  ['enqueue', /^Enqueue/],
];

/** Undefined: nothing that has a name of its own here. */
export function hostWorkOf(name: string): HostWork | undefined {
  return PATTERNS.find(([, pattern]) => pattern.test(name))?.[0];
}
