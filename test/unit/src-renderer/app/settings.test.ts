import { describe, expect, it } from 'vitest';
import { createSettings, resolveLanguage } from '../../../../src-renderer/app/settings';
import { throughput } from '../../../../src-renderer/app/useThroughput';

function storage(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [['tracelane.settings', initial]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

describe('settings', () => {
  it('are found again', () => {
    const kept = storage();
    createSettings(kept).setState({ theme: 'dark', language: 'zh', isTreeOpen: false });
    expect(createSettings(kept).getState()).toEqual({
      theme: 'dark',
      language: 'zh',
      isTreeOpen: false,
      isPanelOpen: 'auto',
      isViewPanelOpen: false,
    });
  });

  it.each(['', 'null', '[]', '{"theme":"pink","language":7}', '{'])('are the defaults where %j is stored', (text) => {
    expect(createSettings(storage(text)).getState()).toEqual({
      theme: 'system',
      language: 'system',
      isTreeOpen: true,
      isPanelOpen: 'auto',
      isViewPanelOpen: false,
    });
  });

  it('survive a storage that refuses', () => {
    const refuse = () => {
      throw new Error('forbidden');
    };
    const settings = createSettings({ getItem: refuse, setItem: refuse });
    settings.setState({ theme: 'light' });
    expect(settings.getState().theme).toBe('light');
    expect(createSettings(undefined).getState().theme).toBe('system');
  });
});

describe('resolveLanguage', () => {
  it('takes the first language of the system that there is', () => {
    expect(resolveLanguage('system', ['fr-FR', 'zh-Hans-CN', 'en'])).toBe('zh');
    expect(resolveLanguage('system', ['de'])).toBe('en');
    expect(resolveLanguage('en', ['zh-CN'])).toBe('en');
  });
});

describe('throughput', () => {
  it('needs some time and some bytes', () => {
    expect(throughput([])).toBeUndefined();
    expect(
      throughput([
        { timeMs: 0, bytes: 0 },
        { timeMs: 100, bytes: 50 },
      ]),
    ).toBeUndefined();
    expect(
      throughput([
        { timeMs: 0, bytes: 5 },
        { timeMs: 1000, bytes: 5 },
      ]),
    ).toBeUndefined();
    expect(
      throughput([
        { timeMs: 0, bytes: 0 },
        { timeMs: 500, bytes: 500 },
      ]),
    ).toBe(1000);
  });
});
