/** What a transport reaches at best. Pure; the table is resources/transports.json. */
import transportTable from '../../../resources/transports.json';
import type { ReferenceBandwidths } from '../../../src-contract';

export const referenceBandwidths: ReferenceBandwidths = transportTable.referenceGBps;
