// In the place of packages whose one function is never called: see optionalModules.mjs.
export default function absent() {
  throw new Error('Tracelane has no such part');
}
