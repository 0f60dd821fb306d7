import { describe, expect, it } from 'vitest';
import { chooseBackend } from '../../../../../src-renderer/ui/lanes/backends/choose';

describe('the drawing backend', () => {
  it('is WebGL on a GPU and the pixel buffer elsewhere', () => {
    const webgl = (renderer: string) => () => ({ kind: 'webgl', renderer }) as const;
    expect(chooseBackend(webgl('ANGLE (NVIDIA, NVIDIA GeForce RTX 3060, OpenGL 4.5)'), undefined)).toBe('pixi');
    expect(chooseBackend(webgl('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (LLVM 10)))'), undefined)).toBe(
      'raster',
    );
    expect(chooseBackend(webgl('llvmpipe (LLVM 15.0.7, 256 bits)'), undefined)).toBe('raster');
    expect(chooseBackend(webgl('Microsoft Basic Render Driver'), undefined)).toBe('raster');
    expect(chooseBackend(() => ({ kind: 'none' }), undefined)).toBe('raster');
  });

  it('is what was asked for, if that is one', () => {
    expect(chooseBackend(() => ({ kind: 'none' }), 'pixi')).toBe('pixi');
    expect(chooseBackend(() => ({ kind: 'webgl', renderer: 'Apple M3' }), 'raster')).toBe('raster');
    expect(chooseBackend(() => ({ kind: 'none' }), 'vulkan')).toBe('raster');
  });
});
