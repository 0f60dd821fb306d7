import { createHash } from 'node:crypto';

/** @typedef {import('./licences.mjs').BundledPackage} BundledPackage */
/** @typedef {Readonly<Record<string, { readonly integrity?: string }>>} LockedPackages */

/**
 * The bill of materials: what the program contains, by the specification CycloneDX 1.6. The same contents give the same
 * bytes: it has no date, and its serial number is made from what it says.
 *
 * @param {{ readonly name: string, readonly version: string, readonly license: string }} program
 * @param {readonly BundledPackage[]} packages
 * @param {LockedPackages} locked `packages` of package-lock.json, for the hashes of what they were installed from
 */
export function sbomOf(program, packages, locked) {
  const components = [...packages]
    .sort((left, right) => (left.place < right.place ? -1 : 1))
    .map(({ place, name, version, licence }) => {
      const purl = purlOf(name, version);
      const [group, ownName] = name.startsWith('@') ? name.split('/') : [undefined, name];
      return {
        type: 'library',
        'bom-ref': purl,
        ...(group !== undefined && { group }),
        name: ownName,
        version,
        scope: 'required',
        ...hashesOf(locked[place]?.integrity),
        licenses: [{ license: { id: licence } }],
        purl,
      };
    });
  // A package that is there twice in the same version is one.
  const unique = [...new Map(components.map((component) => [component['bom-ref'], component])).values()];
  const ref = purlOf(program.name, program.version);
  const content = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': ref,
        name: program.name,
        version: program.version,
        licenses: [{ license: { id: program.license } }],
        purl: ref,
      },
    },
    components: unique,
    dependencies: [
      { ref, dependsOn: unique.map((component) => component['bom-ref']) },
      ...unique.map((component) => ({ ref: component['bom-ref'] })),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

/**
 * @param {string} name
 * @param {string} version
 */
function purlOf(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/**
 * What npm writes as "sha512-" and base64 is hexadecimal here.
 *
 * @param {string | undefined} integrity
 */
function hashesOf(integrity) {
  const base64 = integrity
    ?.split(' ')
    .find((hash) => hash.startsWith('sha512-'))
    ?.slice('sha512-'.length);
  if (base64 === undefined) return {};
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }] };
}

/**
 * A UUID made from a text (version 8 of RFC 9562: by a way of one's own).
 *
 * @param {string} text
 */
function uuidOf(text) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
