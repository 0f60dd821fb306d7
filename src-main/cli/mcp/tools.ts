/** The tools: their names, what they take, and who answers. */
import { z } from 'zod';
import type { OpenDumps } from './openDumps';

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: z.ZodObject;
  /** Gets arguments that `input` has accepted. What it rejects with is a sentence for the assistant. */
  run(dumps: OpenDumps, args: unknown): Promise<object>;
}

/** A tool whose `run` knows what it is told. */
export function tool<S extends z.ZodRawShape>(
  name: string,
  description: string,
  shape: S,
  run: (dumps: OpenDumps, args: z.infer<z.ZodObject<S>>) => Promise<object>,
): Tool {
  const input = z.strictObject(shape);
  return { name, description, input, run: (dumps, args) => run(dumps, args as z.infer<z.ZodObject<S>>) };
}

export const dumpName = z.string().max(64).describe('Name of an open dump, from open_dump');

export function limit(usual: number, most: number) {
  return z.int().min(1).max(most).default(usual).describe(`At most so many, up to ${most}`);
}

export const instant = z.number().describe('ns since the start of the dump');
