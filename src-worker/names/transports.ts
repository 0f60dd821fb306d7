/** Transports as communication.json and communication_matrix.json name them. */

/** Of a rank to itself: memory, no link. */
const LOCAL = 'LOCAL';
/** What HCCS, PCIE and SIO carry, once more. */
const SDMA = 'SDMA';

const WITHIN_HOST: ReadonlySet<string> = new Set(['HCCS', 'PCIE', 'SIO', SDMA]);

/** Whether bytes of it go over a wire between two ranks. */
export function isLinkTransport(transport: string): boolean {
  return transport !== LOCAL;
}

/** Of some of the links; those of a sum stand with their own transport too. */
export function isTransportSum(transport: string): boolean {
  return transport === SDMA || transport === LOCAL;
}

/** Whether SDMA carries it: within a host. */
export function isWithinHost(transport: string): boolean {
  return WITHIN_HOST.has(transport);
}
