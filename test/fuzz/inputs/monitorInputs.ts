import { lines } from '../../fixtures/monitorLines';
import { Random } from '../../fixtures/random';
import type { Input } from '../format';

/** Small: a step, which other members than its own are put into; larger: three hundred lines of all kinds. */
export async function monitorInputs(): Promise<readonly Input[]> {
  const name = 'msmonitor_7_20250912133501123_3.jsonl';
  const small = [lines.marker('step 1', 0, 90_000), ...task(1, 0), lines.groups(), lines.devices()];
  const random = new Random(7);
  const large = Array.from({ length: 100 }, (_, i) => task(i, i * 1000 + random.integer(0, 500))).flat();
  return [
    { name: 'one step', bytes: textOf(small), path: name, beside: {} },
    { name: 'a hundred tasks', bytes: textOf([...large, lines.marker('step 2', 0, 200_000)]), path: name, beside: {} },
    {
      name: 'the second of two parts',
      bytes: textOf(small),
      path: name,
      beside: { 'msmonitor_7_20250912133500000_3.jsonl': textOf(task(900, 0)) },
    },
  ];
}

function task(id: number, atNs: number): string[] {
  return [
    lines.call('AclAPI', 'aclnnMatmul', atNs, atNs + 300, id),
    id % 3 === 0
      ? lines.collective('hcom_allReduce', atNs + 400, atNs + 900, id)
      : lines.kernel('MatMulV3', atNs + 400, atNs + 900, id),
    lines.deviceMarker('mark', atNs + 400, atNs + 400),
  ];
}

function textOf(all: readonly string[]): Buffer {
  return Buffer.from(all.map((line) => `${line}\n`).join(''));
}
