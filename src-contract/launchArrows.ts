/** Which arrows lead from a call of the host to what it put on the device, by what profilers call them. */

/** Those that begin at a framework's op. */
export const LAUNCHES_OF_OPS = /^(async_npu|torch_to_npu)$/;
/** Those that begin at a call of the runtime. `correlation`: made of equal ids where the file has no arrows. */
export const LAUNCHES_OF_CALLS = /^(ac2g|async_cpu_to_gpu|correlation|HostToDevice)$/;

/** A call of the runtime hands its task to the device at once: how steep such an arrow is says whether the device has waited for it. */
export function isLaunchCall(category: string): boolean {
  return LAUNCHES_OF_CALLS.test(category);
}
