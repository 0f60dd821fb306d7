import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Notice } from '../../../src-contract';
import { type Reason, reason } from '../../../src-contract/reasons';
import { notice } from '../../../src-worker/files/notices';
import { systemReason } from '../../../src-worker/files/systemReason';
import { type CollectiveNameData, CollectiveNames } from '../../../src-worker/names/collectiveNames';

const patterns = z.array(z.string()).default([]);
const shape = z.object({
  libraries: z.array(z.object({ library: z.string().default(''), sure: patterns, likely: patterns })).default([]),
  types: z.array(z.object({ type: z.string(), pattern: z.string() })).default([]),
});

/** Names of collectives that the user has added. */
export interface OwnCollectives {
  readonly data?: CollectiveNameData;
  /** What is wrong with the file: then none of it is used. */
  readonly notices: readonly Notice[];
  /** Tells indexes apart that were made with other names; '' without any. */
  readonly version: string;
}

/** Reads `collectives.json` of the user's configuration folder: the shape of `resources/collectives.json`. */
export function readOwnCollectives(configDir: string): OwnCollectives {
  const path = join(configDir, 'collectives.json');
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { notices: isMissing ? [] : [problemWith(path, error)], version: '' };
  }
  try {
    const data = shape.parse(JSON.parse(text));
    // Throws for a pattern that is none.
    new CollectiveNames(data);
    return { data, notices: [], version: createHash('sha256').update(JSON.stringify(data)).digest('hex') };
  } catch (error) {
    return { notices: [problemWith(path, error)], version: '' };
  }
}

function problemWith(path: string, error: unknown): Notice {
  return notice('own-collectives-unreadable', 'warning', {}, { path, reason: reasonFor(error) });
}

function reasonFor(error: unknown): Reason {
  if (error instanceof z.ZodError) return reason('own-shape', { place: placeOf(error.issues[0].path) });
  return error instanceof SyntaxError ? reason('own-not-json') : systemReason(error);
}

/** As one would write it: `libraries[0].sure`; `{}` is the whole. */
function placeOf(path: readonly PropertyKey[]): string {
  const parts = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`));
  return parts.join('').replace(/^\./, '') || '{}';
}
