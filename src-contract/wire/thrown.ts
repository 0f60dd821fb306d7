/** How comlink sends what was thrown; of an error its name, message and stack, and nothing else. */
interface ThrowHandler {
  canHandle(value: unknown): boolean;
  serialize(thrown: { readonly value: unknown }): [unknown, unknown[]];
  deserialize(sent: unknown): never;
}

/** What of an error crosses a port besides: the sentence that it is, and why it failed, for windows in other languages. */
const carried = ['notice', 'reason'] as const;

/** The handler, with `notice` and `reason` of an error where it has them; at the other end they are there again. */
export function withNotices(handler: ThrowHandler): ThrowHandler {
  return {
    canHandle: (value) => handler.canHandle(value),
    deserialize: (sent) => handler.deserialize(sent),
    serialize: (thrown) => {
      const [sent, transferables] = handler.serialize(thrown);
      const { value: error } = thrown;
      if (!(error instanceof Error)) return [sent, transferables];
      const own = carried.flatMap((key) => (key in error ? [[key, error[key as keyof Error]]] : []));
      const { value } = sent as { readonly value: object };
      return [{ isError: true, value: { ...value, ...Object.fromEntries(own) } }, transferables];
    },
  };
}
