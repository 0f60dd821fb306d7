import { z } from 'zod';
import { menuCommandIds, type WindowLook } from '../../src-contract/wire/electronBridge';

/** What `acceleratorOf` of the window makes: modifiers, then one key. */
const accelerator = z.string().regex(/^(CmdOrCtrl\+)?(Alt\+)?(Shift\+)?([\w,./=[\]`'\\;-]|F\d{1,2}|[A-Z][a-z]{1,9})$/);
const shape = z.object({
  language: z.string().regex(/^[A-Za-z0-9-]{1,35}$/),
  theme: z.enum(['system', 'light', 'dark']),
  keys: z.partialRecord(z.enum(menuCommandIds), accelerator),
});

/** What a page has sent as its look; undefined when it is none. */
export function windowLookOf(value: unknown): WindowLook | undefined {
  const parsed = shape.safeParse(value);
  return parsed.success ? (parsed.data as WindowLook) : undefined;
}
