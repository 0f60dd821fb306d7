import type { CallRecord, Rule } from '../rule';
import { absentLinks } from './absentLinks';
import { flappingLinks } from './flapping';
import { mismatches } from './hangs';
import { slowLinks, slowTransport } from './links';
import { smallPackets, unalignedPackets } from './packets';
import { retransmission } from './retransmission';

/** Those of all rules that go by calls and links alone: of a job of thousands of ranks they are half of all rules' work. */
export const callRules: readonly Rule<CallRecord>[] = [
  slowTransport,
  smallPackets,
  unalignedPackets,
  retransmission,
  slowLinks,
  flappingLinks,
  absentLinks,
  mismatches,
];
