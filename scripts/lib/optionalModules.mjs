import { fileURLToPath } from 'node:url';

const absent = fileURLToPath(new URL('./absentModule.cjs', import.meta.url));
const absentFunction = fileURLToPath(new URL('./absentFunction.mjs', import.meta.url));
const msgpackr = fileURLToPath(new URL('../../node_modules/msgpackr/index.js', import.meta.url));

/**
 * For `resolve.alias` of what is built for Node: `ws` and `msgpackr` look for native modules when the program runs, in every
 * `node_modules` from its folder up to the root, where others may be able to write. What is built looks for nothing outside
 * of itself but Node's own modules and Electron. Both do the same without them; what they speed up is small here.
 *
 * The protocol's SDK brings `ajv`, which makes code of schemas, for forms that a server asks its user to fill in: `mcp` asks for none.
 */
export const withoutOptionalModules = [
  { find: /^(bufferutil|utf-8-validate)$/, replacement: absent },
  { find: /^ajv(-formats)?$/, replacement: absentFunction },
  { find: /^msgpackr$/, replacement: msgpackr },
];
