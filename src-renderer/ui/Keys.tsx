interface KeysProps {
  /** What is printed on the keys, in the order they are pressed. */
  readonly keys: readonly string[];
}

export function Keys({ keys }: KeysProps) {
  return (
    <span className="keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
