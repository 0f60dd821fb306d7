/** Bytes of an element, by how PyTorch, HCCL and NCCL call its type; without case, "c10::" and the like. */
const BYTES_OF_TYPE: ReadonlyMap<string, number> = new Map([
  ...named(1, 'byte', 'char', 'bool', 'unsigned char', 'signed char', 'int8', 'uint8', 'i8', 'u8'),
  ...named(1, 'float8_e4m3fn', 'float8_e5m2', 'float8_e4m3fnuz', 'float8_e5m2fnuz', 'fp8', 'hif8'),
  ...named(2, 'half', 'bfloat16', 'short', 'short int', 'float16', 'fp16', 'bf16', 'bfp16', 'int16', 'uint16'),
  ...named(4, 'float', 'int', 'float32', 'fp32', 'int32', 'uint32', 'unsigned int'),
  ...named(8, 'double', 'long', 'long int', 'float64', 'fp64', 'int64', 'uint64', 'complexfloat'),
  ...named(16, 'int128', 'complexdouble'),
]);

function named(bytes: number, ...names: readonly string[]): [string, number][] {
  return names.map((name) => [name, bytes]);
}

/** NaN for a type that is not known. */
export function bytesOfType(name: string): number {
  return BYTES_OF_TYPE.get(name.replace(/^.*::/, '').trim().toLowerCase()) ?? Number.NaN;
}
