import { Resvg } from '@resvg/resvg-js'
import type { RasterImage } from '../manage/branding/rules/raster-image.ts'

/** Logos are shown 24 px high; this suffices for high-density screens. */
const WIDTH_MAX = 512
const HEIGHT_MAX = 128

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Re-encodes a picture as a PNG no larger than a logo is shown, so that only its pixels remain.
 *
 * @returns undefined if the picture cannot be decoded or is fully transparent
 */
export const drawLogo = (bytes: Uint8Array, { type, ...size }: RasterImage): Uint8Array | undefined => {
  let drawn: { readonly bytes: Uint8Array; readonly type: RasterImage['type'] } = { bytes, type }
  for (const smaller of sizesDown(size)) {
    const picture = draw(drawn, smaller)
    if (picture === undefined) return undefined
    drawn = { bytes: picture, type: 'png' }
  }
  return drawn.bytes
}

/** Halves repeatedly until the picture fits: a single large reduction would lose thin lines. */
const sizesDown = ({ width, height }: Size): readonly Size[] => {
  const scale = Math.min(1, WIDTH_MAX / width, HEIGHT_MAX / height)
  const halvings = Math.max(1, Math.ceil(Math.log2(1 / scale)))
  const side = (pixels: number, times: number) =>
    Math.max(1, Math.round(times === halvings ? pixels * scale : pixels / 2 ** times))
  return Array.from({ length: halvings }, (_, n) => ({ width: side(width, n + 1), height: side(height, n + 1) }))
}

const draw = (
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: RasterImage['type'] },
  { width, height }: Size,
): Uint8Array | undefined => {
  const size = `width="${width}" height="${height}"`
  const href = `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`
  const image = `<image ${size} preserveAspectRatio="none" href="${href}"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${image}</svg>`
  const drawn = new Resvg(svg, { font: { loadSystemFonts: false } }).render()
  // resvg leaves out images that it cannot decode.
  return drawn.pixels.some((channel, at) => at % 4 === 3 && channel > 0) ? drawn.asPng() : undefined
}
