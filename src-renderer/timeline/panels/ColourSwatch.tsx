import { packedToHex } from '../../base/theme/colour';
import { useTheme } from '../../base/theme/useTheme';

/** The colour that a slice has in the timeline; `colour` as in the Engine's contract. */
export function ColourSwatch({ colour }: { readonly colour: number }) {
  const theme = useTheme();
  return (
    <span
      className="swatch"
      aria-hidden
      style={{ backgroundColor: packedToHex(theme.sliceColours[colour] ?? theme.sliceColours[0]!) }}
    />
  );
}
