/** Bytes with a meaning in JSON, as in ../scan.ts. */
export const SPACE: u32 = 0x20;
export const QUOTE: u32 = 0x22;
export const BACKSLASH: u32 = 0x5c;
export const COMMA: u32 = 0x2c;
export const COLON: u32 = 0x3a;
export const OPEN_BRACE: u32 = 0x7b;
export const CLOSE_BRACE: u32 = 0x7d;
export const CLOSE_BRACKET: u32 = 0x5d;
export const OPEN_BRACKET: u32 = 0x5b;
export const MINUS: u32 = 0x2d;
export const DOT: u32 = 0x2e;
export const ZERO: u32 = 0x30;
export const SMALL_E: u32 = 0x65;
export const SMALL_F: u32 = 0x66;
export const SMALL_S: u32 = 0x73;
export const SMALL_T: u32 = 0x74;
export const SMALL_X: u32 = 0x78;
export const CAPITAL_C: u32 = 0x43;
export const CAPITAL_M: u32 = 0x4d;
export const CAPITAL_X: u32 = 0x58;

/**
 * `[` and `{`, and `]` and `}`, differ in this bit alone, and nothing else becomes a brace by setting it:
 *
 *     [ 0x5b = 0101 1011      ] 0x5d = 0101 1101
 *     { 0x7b = 0111 1011      } 0x7d = 0111 1101
 */
export const BRACE_BIT: u32 = 0x20;
