import { type WordId, wordsEn } from './wordsEn';
import { wordsZh } from './wordsZh';

export type { WordId };
export type Language = 'en' | 'zh';

export function words(id: WordId, values: Readonly<Record<string, string | number>>, language: Language): string {
  const text = language === 'zh' ? wordsZh[id] : wordsEn[id];
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** "444.2 ms", "85.30 s", "2.0 h": four digits. */
export function timeText(ns: number): string {
  const size = Math.abs(ns);
  if (size < 1e3) return `${digits(ns)} ns`;
  if (size < 1e6) return `${digits(ns / 1e3)} µs`;
  if (size < 10e9) return `${digits(ns / 1e6)} ms`;
  if (size < 600e9) return `${digits(ns / 1e9)} s`;
  if (size < 7_200e9) return `${digits(ns / 60e9)} min`;
  return `${digits(ns / 3_600e9)} h`;
}

export function digits(value: number): string {
  return Number(value.toPrecision(4)).toString();
}
