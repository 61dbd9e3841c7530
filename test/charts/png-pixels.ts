import { inflateSync } from 'node:zlib'

export interface Pixels {
  readonly width: number
  readonly height: number
  /** `#rrggbb` of a pixel. */
  at(x: number, y: number): string
}

const SIGNATURE = '89504e470d0a1a0a'
const BYTES = 4

/** Reads a PNG of 8 bits and four channels (ISO 15948). */
export const pngPixels = (png: Uint8Array): Pixels => {
  const file = Buffer.from(png)
  if (file.toString('hex', 0, 8) !== SIGNATURE) throw new Error('not a PNG')
  const [width, height] = [file.readUInt32BE(16), file.readUInt32BE(20)]
  const chunks: Buffer[] = []
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at))
    if (file.toString('latin1', at + 4, at + 8) === 'IDAT')
      chunks.push(file.subarray(at + 8, at + 8 + file.readUInt32BE(at)))
  const rows = unfiltered(inflateSync(Buffer.concat(chunks)), width * BYTES, height)
  return {
    width,
    height,
    at: (x, y) => `#${rows.toString('hex', y * width * BYTES + x * BYTES, y * width * BYTES + x * BYTES + 3)}`,
  }
}

const unfiltered = (data: Buffer, length: number, height: number): Buffer => {
  const out = Buffer.alloc(length * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < length; x++) {
      const at = y * length + x
      const left = x < BYTES ? 0 : (out[at - BYTES] ?? 0)
      const up = y === 0 ? 0 : (out[at - length] ?? 0)
      const corner = x < BYTES || y === 0 ? 0 : (out[at - length - BYTES] ?? 0)
      const filters = [0, left, up, (left + up) >> 1, paeth(left, up, corner)]
      const filter = filters[data[y * (length + 1)] ?? 0] ?? 0
      out[at] = ((data[y * (length + 1) + 1 + x] ?? 0) + filter) & 0xff
    }
  return out
}

const paeth = (left: number, up: number, corner: number): number => {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
