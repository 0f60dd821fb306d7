/** Draws the scene with WebGL through pixi.js: one mesh of merged rectangles, moved when the view pans. */
import 'pixi.js/unsafe-eval';
import { Buffer, BufferUsage, Container, Geometry, GlProgram, Mesh, Shader, WebGLRenderer } from 'pixi.js';
import type { Scene } from '../scene';
import type { TimelineBackend } from './backend';
import { bytesPerVertex, QuadBuffer } from './quadBuffer';

const vertexSource = `
in vec2 aPosition;
in vec4 aColour;
out vec4 vColour;
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
void main() {
  mat3 matrix = uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix;
  gl_Position = vec4((matrix * vec3(aPosition, 1.0)).xy, 0.0, 1.0);
  vColour = aColour;
}
`;

const fragmentSource = `
in vec4 vColour;
out vec4 finalColor;
void main() {
  finalColor = vColour;
}
`;

/** Rejects where WebGL cannot be had. `onLost` is called when the GPU takes the context away. */
export async function createPixiBackend(canvas: HTMLCanvasElement, onLost: () => void): Promise<TimelineBackend> {
  const renderer = new WebGLRenderer();
  await renderer.init({
    canvas,
    width: 1,
    height: 1,
    antialias: false,
    autoDensity: false,
    resolution: 1,
    backgroundAlpha: 1,
    depth: false,
    // Nothing in the scene can be pointed at, and what is idle is kept: it is one mesh.
    eventFeatures: { move: false, globalMove: false, click: false, wheel: false },
    gcActive: false,
  });
  canvas.addEventListener('webglcontextlost', onLost);
  return new PixiBackend(renderer, canvas, onLost);
}

class PixiBackend implements TimelineBackend {
  readonly kind = 'pixi';
  private readonly stage = new Container();
  private readonly shader = new Shader({
    glProgram: GlProgram.from({ vertex: vertexSource, fragment: fragmentSource, name: 'timeline-quads' }),
    resources: {},
  });
  /** Backgrounds over the whole width; they only move up and down. */
  private readonly backgrounds: QuadMesh;
  private readonly fills: QuadMesh;
  /** The same of the bands that are not scrolled, over the others. */
  private readonly fixedBackgrounds: QuadMesh;
  private readonly fixedFills: QuadMesh;
  private drawnVersion = -1;
  private drawnWidth = 0;

  constructor(
    private readonly renderer: WebGLRenderer<HTMLCanvasElement>,
    readonly canvas: HTMLCanvasElement,
    private readonly onLost: () => void,
  ) {
    this.backgrounds = new QuadMesh(this.shader, 256);
    this.fills = new QuadMesh(this.shader, 16_384);
    this.fixedBackgrounds = new QuadMesh(this.shader, 16);
    this.fixedFills = new QuadMesh(this.shader, 256);
    const { backgrounds, fills, fixedBackgrounds, fixedFills } = this;
    this.stage.addChild(backgrounds.mesh, fills.mesh, fixedBackgrounds.mesh, fixedFills.mesh);
  }

  resize(width: number, height: number): void {
    if (this.canvas.width === width && this.canvas.height === height) return;
    this.renderer.resize(width, height);
  }

  draw(scene: Scene, offsetX: number, offsetY: number, fixedHeight: number): void {
    if (scene.version !== this.drawnVersion || this.canvas.width !== this.drawnWidth) {
      this.upload(scene, fixedHeight > 0);
      this.drawnVersion = scene.version;
      this.drawnWidth = this.canvas.width;
    }
    this.backgrounds.mesh.position.set(0, fixedHeight - offsetY);
    this.fills.mesh.position.set(-offsetX, fixedHeight - offsetY);
    this.fixedBackgrounds.mesh.position.set(0, fixedHeight);
    this.fixedFills.mesh.position.set(-offsetX, fixedHeight);
    // As a CSS colour's number: 0xRRGGBB.
    const { background } = scene;
    const clearColor = ((background & 255) << 16) | (background & 0xff00) | ((background >> 16) & 255);
    this.renderer.render({ container: this.stage, clearColor });
  }

  private upload(scene: Scene, isFixed: boolean): void {
    const fixedBands = isFixed ? scene.bandsAbove0 : 0;
    this.uploadBands(scene, 0, fixedBands, this.fixedBackgrounds, this.fixedFills);
    this.uploadBands(scene, fixedBands, scene.bandCount, this.backgrounds, this.fills);
  }

  private uploadBands(scene: Scene, from: number, end: number, into: QuadMesh, fillsInto: QuadMesh): void {
    const backgrounds = into.begin(end - from);
    for (let band = from; band < end; band++) {
      const y = scene.bandY[band];
      backgrounds.add(0, y, this.canvas.width, y + scene.bandHeight[band], scene.bandColour[band]);
    }
    into.end();
    const { bandFirstRect, bandFirstSpot } = scene;
    const fills = fillsInto.begin(bandFirstRect[end] - bandFirstRect[from] + bandFirstSpot[end] - bandFirstSpot[from]);
    const { rectX, rectEnd, rectColour, spotX, spotEnd, spotY, spotBottom, spotColour } = scene;
    for (let band = from; band < end; band++) {
      const y = scene.bandY[band];
      const bottom = y + scene.bandFillHeight[band];
      const rectsEnd = bandFirstRect[band + 1];
      for (let rect = bandFirstRect[band]; rect < rectsEnd; rect++) {
        fills.add(rectX[rect], y, rectEnd[rect], bottom, rectColour[rect]);
      }
      const spotsEnd = bandFirstSpot[band + 1];
      for (let spot = bandFirstSpot[band]; spot < spotsEnd; spot++) {
        fills.add(spotX[spot], spotY[spot], spotEnd[spot], spotBottom[spot], spotColour[spot]);
      }
    }
    fillsInto.end();
  }

  dispose(): void {
    this.canvas.removeEventListener('webglcontextlost', this.onLost);
    this.backgrounds.destroy();
    this.fills.destroy();
    this.fixedBackgrounds.destroy();
    this.fixedFills.destroy();
    this.shader.destroy(true);
    this.renderer.destroy();
  }
}

/** A mesh over a `QuadBuffer`; between `begin` and `end` its quads are written anew. */
class QuadMesh {
  private readonly quads: QuadBuffer;
  private readonly vertices: Buffer;
  private readonly indices: Buffer;
  private readonly geometry: Geometry;
  readonly mesh: Mesh<Geometry, Shader>;

  constructor(shader: Shader, capacity: number) {
    this.quads = new QuadBuffer(capacity);
    this.vertices = new Buffer({
      data: this.quads.coordinates,
      usage: BufferUsage.VERTEX | BufferUsage.COPY_DST,
      shrinkToFit: false,
    });
    this.indices = new Buffer({
      data: this.quads.indices,
      usage: BufferUsage.INDEX | BufferUsage.COPY_DST | BufferUsage.STATIC,
    });
    this.geometry = new Geometry({
      attributes: {
        aPosition: { buffer: this.vertices, format: 'float32x2', stride: bytesPerVertex, offset: 0 },
        aColour: { buffer: this.vertices, format: 'unorm8x4', stride: bytesPerVertex, offset: 8 },
      },
      indexBuffer: this.indices,
      topology: 'triangle-list',
    });
    this.mesh = new Mesh({ geometry: this.geometry, shader });
    this.mesh.state.blend = false;
  }

  begin(quadCount: number): QuadBuffer {
    if (this.quads.reset(quadCount)) {
      this.vertices.setDataWithSize(this.quads.coordinates, this.quads.coordinates.byteLength, false);
      this.indices.setDataWithSize(this.quads.indices, this.quads.indices.byteLength, true);
    }
    return this.quads;
  }

  end(): void {
    this.mesh.visible = this.quads.quadCount > 0;
    // pixi reads 0 as "all of them"; a mesh without quads is hidden instead.
    this.geometry.indexCount = this.quads.quadCount * 6;
    this.vertices.update(this.quads.usedBytes);
  }

  destroy(): void {
    this.mesh.destroy();
    this.geometry.destroy(true);
  }
}
