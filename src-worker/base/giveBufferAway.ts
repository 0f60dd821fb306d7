/**
 * The first time that a thread gives a buffer away (`transfer`), V8 throws away all compiled code that goes over typed arrays: it was made
 * for arrays whose buffer never goes. Given away before there is any, nothing is thrown away later.
 */
export function giveBufferAway(): void {
  const buffer = new ArrayBuffer(1);
  structuredClone(buffer, { transfer: [buffer] });
}
