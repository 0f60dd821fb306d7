/** Limits as one types them. Pure. */
import type { ThresholdUnit, UsedThreshold } from '../../../src-contract';

/** So many of the limit's own unit are one of the unit that is typed. */
const scale: Readonly<Record<ThresholdUnit, number>> = {
  ratio: 0.01,
  ns: 1e6,
  hours: 3_600e9,
  bytes: 1e6,
  count: 1,
  deviations: 1,
};

/** Per cent, ms, MB, or the plain number. */
export function limitText({ value, unit }: Pick<UsedThreshold, 'value' | 'unit'>): string {
  return String(Number((value / scale[unit]).toPrecision(6)));
}

/** Undefined: no limit can be that. */
export function typedLimit(text: string, unit: ThresholdUnit): number | undefined {
  const typed = Number(text.trim().replace(',', '.'));
  if (text.trim() === '' || !Number.isFinite(typed) || typed < 0) return undefined;
  return Number((typed * scale[unit]).toPrecision(12));
}

export function limitUnit(unit: ThresholdUnit, t: (key: string) => string): string {
  switch (unit) {
    case 'ratio':
      return '%';
    case 'ns':
      return 'ms';
    case 'hours':
      return 'h';
    case 'bytes':
      return 'MB';
    case 'count':
      return '';
    case 'deviations':
      return t('findings.limit.deviations');
  }
}

/** An id as the last part of the key of its translation, where dots and colons mean something. */
export function keyOf(id: string): string {
  return id.replace(/[.:]/g, '_');
}
