import { expect, it } from 'vitest';
import type { Fault } from '../../../../src-main/demo/faults/fault';
import { parseFault } from '../../../../src-main/demo/faults/faultText';

it.each<[string, Fault]>([
  ['slow-rank:rank=3,factor=1.5', { kind: 'slow-rank', rank: 3, factor: 1.5 }],
  ['slow-rank:rank=0,steps=12', { kind: 'slow-rank', rank: 0, factor: 1.4, steps: [12, 12] }],
  ['late-dataloader:rank=1,ms=20,steps=11-13', { kind: 'late-dataloader', rank: 1, milliseconds: 20, steps: [11, 13] }],
  ['slow-link:ranks=0-1,factor=.2', { kind: 'slow-link', between: [0, 1], factor: 0.2 }],
  ['absent-link:ranks=1-2,steps=12', { kind: 'absent-link', between: [1, 2], steps: [12, 12] }],
  ['flapping-link:ranks=1-2', { kind: 'flapping-link', between: [1, 2], factor: 0.1, every: 8 }],
  ['slow-link:transport=rdma', { kind: 'slow-link', transport: 'RDMA', factor: 0.3 }],
  ['slow-link:rank=7,transport=HCCS', { kind: 'slow-link', rank: 7, transport: 'HCCS', factor: 0.3 }],
  ['down-clock:rank=2,mhz=1000', { kind: 'down-clock', rank: 2, mhz: 1000 }],
  ['jit-compile:rank=2,calls=5', { kind: 'jit-compile', rank: 2, callsPerStep: 5, milliseconds: 1.2 }],
  ['gc-pause:rank=2', { kind: 'gc-pause', rank: 2, perStep: 1, milliseconds: 60 }],
  ['leak', { kind: 'leak', mibPerStep: 96 }],
  ['leak:rank=4,mib=10', { kind: 'leak', rank: 4, mibPerStep: 10 }],
  ['small-packets:group=ep', { kind: 'small-packets', group: 'ep', packetKib: 256 }],
  ['unaligned:', { kind: 'unaligned', group: 'dp' }],
  ['mismatch:rank=3', { kind: 'mismatch', rank: 3, group: 'tp', call: 0 }],
  ['mismatch:rank=3,group=dp,call=2', { kind: 'mismatch', rank: 3, group: 'dp', call: 2 }],
  ['drift:perstep=0.1', { kind: 'drift', perStep: 0.1 }],
  ['hang:rank=3,call=2', { kind: 'hang', rank: 3, group: 'tp', call: 2, milliseconds: 3000 }],
])('understands %s', (text, fault) => {
  expect(parseFault(text)).toEqual(fault);
});

it.each([
  ['gremlins', /no fault "gremlins"; the faults are slow-rank, /],
  ['toString', /no fault "toString"/],
  ['slow-rank', /needs rank=/],
  ['slow-rank:rank=', /rank is a number, not ""/],
  ['slow-rank:rank=1,speed=3', /has no speed; it takes rank=R,factor=1.4/],
  ['slow-rank:rank', /"rank" is no key=value/],
  ['absent-link', /needs ranks=A-B/],
  ['flapping-link:ranks=1-2,often=3', /no often/],
  ['slow-link:factor=0.5', /needs ranks=A-B/],
  ['slow-link:ranks=a-b', /range such as 3-5, not "a-b"/],
  ['slow-link:transport=NVLink', /one of HCCS, PCIE, RDMA/],
  ['mismatch:group=tp', /needs rank=/],
  ['hang:call=1', /needs rank=/],
  ['unaligned:group=zp', /one of tp, dp, pp, cp, ep, edp/],
])('does not understand %s', (text, message) => {
  expect(() => parseFault(text)).toThrow(expect.objectContaining({ name: 'DemoError' }));
  expect(() => parseFault(text)).toThrow(message);
});
