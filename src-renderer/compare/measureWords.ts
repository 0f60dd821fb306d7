/** How a language says the four columns of a measure: A, B, what changed, and that as a share of A. */
interface MeasureLanguage {
  side(side: 'A' | 'B', what: string): string;
  change(what: string): string;
  share(what: string): string;
  /** Behind the title of the share. */
  readonly percent: string;
}

interface ColumnWords {
  readonly title: string;
  readonly definition: string;
}

type MeasureColumn<Key extends string> = `${Key}${'A' | 'B' | 'Delta' | 'Percent'}`;

/** Words of the four columns of a measure, made of its title and of what it is. */
export function measureWords({ side, change, share, percent }: MeasureLanguage) {
  return <Key extends string>(key: Key, title: string, what: string): Record<MeasureColumn<Key>, ColumnWords> => {
    const words: Record<string, ColumnWords> = {
      [`${key}A`]: { title: `${title} A`, definition: side('A', what) },
      [`${key}B`]: { title: `${title} B`, definition: side('B', what) },
      [`${key}Delta`]: { title: `${title} B − A`, definition: change(what) },
      [`${key}Percent`]: { title: `${title} B − A${percent}`, definition: share(what) },
    };
    return words as Record<MeasureColumn<Key>, ColumnWords>;
  };
}
