/** Chooses how to draw by what the machine has. */
import type { BackendKind } from './backend';

/** What a throw-away WebGL context says about the machine. */
export type GpuProbe = { readonly kind: 'none' } | { readonly kind: 'webgl'; readonly renderer: string };

const softwareRenderers = /swiftshader|llvmpipe|softpipe|software|basic render|swrast/i;

/** WebGL on a real GPU → pixi; drawn by the processor, or not to be had → raster. `wanted` overrides (`?backend=`). */
export function chooseBackend(askGpu: () => GpuProbe, wanted: string | undefined): BackendKind {
  if (wanted === 'pixi' || wanted === 'raster') return wanted;
  const probe = askGpu();
  if (probe.kind === 'none') return 'raster';
  return softwareRenderers.test(probe.renderer) ? 'raster' : 'pixi';
}

export function probeGpu(document: Document): GpuProbe {
  const canvas = document.createElement('canvas');
  const gl = canvas.getContext('webgl2', { failIfMajorPerformanceCaveat: true });
  if (gl === null) return { kind: 'none' };
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = gl.getParameter(info === null ? gl.RENDERER : info.UNMASKED_RENDERER_WEBGL);
  // Contexts are few: this one is given back at once.
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return { kind: 'webgl', renderer: typeof name === 'string' ? name : '' };
}
