/** The object, of which everything that it does not have throws: what the stand-in lacks must not look like `undefined`. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(object, key, receiver) {
      // Promises, printing and JSON ask every object for these.
      const isAskedOfAll = typeof key === 'symbol' || key === 'then' || key === 'toJSON' || key === 'constructor';
      if (key in object || isAskedOfAll) return Reflect.get(object, key, receiver);
      throw new Error(`The stand-in for electron has no ${name}.${key}`);
    },
  });
}
