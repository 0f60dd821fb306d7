import { readFileSync } from 'node:fs';
import { type Measurement, startStopwatch } from '../measurement';

/** What everything is compared with. Reading and decoding the text is told apart and not counted. */
export async function measureJsonParse(path: string): Promise<Measurement> {
  const reading = startStopwatch();
  const text = readFileSync(path, 'utf8');
  const readMs = reading.read().wallMs;
  const watch = startStopwatch();
  const events: unknown = JSON.parse(text);
  const measured = watch.read();
  if (!Array.isArray(events)) throw new Error(`${path} is no array of events`);
  return { ...measured, sizeBytes: Buffer.byteLength(text), events: events.length, details: { readMs } };
}
