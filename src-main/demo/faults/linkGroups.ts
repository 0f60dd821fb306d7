import type { AbsentLink, Fault, FlappingLink, SlowLink } from './fault';

export type OfLink = SlowLink | AbsentLink | FlappingLink;

export function isOfLink(fault: Fault): fault is OfLink {
  return fault.kind === 'slow-link' || fault.kind === 'absent-link' || fault.kind === 'flapping-link';
}

/** Ranks of so large a group all have links to each other, and one of them can go between two others. */
export function isMesh(memberCount: number): boolean {
  return memberCount >= 3 && memberCount <= 8;
}
