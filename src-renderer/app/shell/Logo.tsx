/** The program's mark: lanes with slices. Drawn in the colours of the slices, so it is the same in both themes. */
export function Logo({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" className="logo">
      <rect x="3" y="5" width="17" height="6" rx="1.5" className="logo-compute" />
      <rect x="22" y="5" width="7" height="6" rx="1.5" className="logo-python" />
      <rect x="3" y="13" width="7" height="6" rx="1.5" className="logo-memory" />
      <rect x="12" y="13" width="17" height="6" rx="1.5" className="logo-communication" />
      <rect x="7" y="21" width="18" height="6" rx="1.5" className="logo-runtime" />
    </svg>
  );
}
