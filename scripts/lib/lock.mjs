/**
 * @typedef {{ readonly version?: string, readonly integrity?: string, readonly optional?: boolean, readonly link?: boolean,
 *   readonly os?: readonly string[], readonly cpu?: readonly string[], readonly libc?: readonly string[] }} LockedPackage
 */

/**
 * Places of packages that npm would install without holding them against a hash.
 *
 * @param {Readonly<Record<string, LockedPackage>>} packages of package-lock.json
 * @returns {readonly string[]}
 */
export function unverified(packages) {
  return Object.entries(packages)
    .filter(([place, { integrity, link }]) => place !== '' && !link && !integrity?.startsWith('sha512-'))
    .map(([place]) => place);
}

/**
 * Whether npm installs it on Linux on an x64 processor, with the C library of GNU.
 *
 * @param {LockedPackage} entry
 */
export function isForLinuxX64({ os, cpu, libc }) {
  return allows(os, 'linux') && allows(cpu, 'x64') && allows(libc, 'glibc');
}

/**
 * npm's way of naming what a package is for: nothing is everything, "!x" is all but x.
 *
 * @param {readonly string[] | undefined} names
 * @param {string} own
 */
function allows(names, own) {
  if (names === undefined || names.length === 0) return true;
  if (names.includes(`!${own}`)) return false;
  return names.includes(own) || names.every((name) => name.startsWith('!'));
}
