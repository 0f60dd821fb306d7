/** How writers of traces name what joins a launch to its device task. */

/** By the category of an arrow: the key in the args of the slices at its ends whose value is the arrow's id. */
const ID_OF_ARROWS: ReadonlyMap<string, 'correlation' | 'connection' | 'queue'> = new Map([
  ['ac2g', 'correlation'],
  ['async_cpu_to_gpu', 'correlation'],
  ['HostToDevice', 'connection'],
  ['async_task_queue', 'queue'],
]);

/** Undefined where an arrow's id says nothing of slices: `async_npu` has the start of its kernel, `fwdbwd` a number of its own. */
export function arrowIdKind(category: string): 'correlation' | 'connection' | 'queue' | undefined {
  return ID_OF_ARROWS.get(category);
}

/** The category of arrows that are made of equal `args.correlation`, where the file has none. */
export const CORRELATION_ARROWS = 'correlation';

/**
 * Whether slices of this category are calls of the host's runtime or driver (cuda_runtime, cuda_driver, xpu_runtime,
 * privateuse1_driver, …; ROCm's are cuda_runtime too; msMonitor's layers of CANN are AclAPI, NodeAPI, RuntimeAPI and API).
 * What else has a correlation is a task of the device.
 */
export function isHostCall(category: string): boolean {
  return /_(runtime|driver)$|^(Acl|Node|Runtime)?API$/.test(category);
}
