/** A picture of pixels, as its first bytes say. */
export interface RasterPicture {
  readonly type: 'png' | 'jpeg' | 'gif'
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** In either direction. */
const SIDE_MAX = 4_096

/**
 * A JPEG is drawn once for each of its scans, of which some bytes can ask for the whole picture: with 15,000 in 500 kB, for most
 * of a minute. Progressive ones have ten.
 */
const SCANS_MAX = 32

/** What a picture is, by its bytes and before anything of it is decoded; undefined where it is no PNG, JPEG or GIF. */
export const rasterPicture = (bytes: Uint8Array): RasterPicture | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (bytes.length >= 24 && text === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
    return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length >= 10 && /^GIF8[79]a/.test(text))
    return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  return text.startsWith('\xff\xd8\xff') ? jpeg(view) : undefined
}

/** Whether decoding a picture takes a bounded time and memory. */
export const isDecodable = ({ type, width, height }: RasterPicture, bytes: Uint8Array): boolean => {
  const isSized = [width, height].every((side) => side >= 1 && side <= SIDE_MAX)
  return isSized && (type !== 'jpeg' || scansOf(bytes) <= SCANS_MAX)
}

/** The size is in the first frame header; a segment that does not begin where the one before ends makes it no JPEG. */
const jpeg = (view: DataView): RasterPicture | undefined => {
  let at = 2
  while (at + 9 <= view.byteLength && view.getUint8(at) === MARKER) {
    const code = view.getUint8(at + 1)
    if (isFrame(code)) return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    // Any number of these may stand before a marker.
    at += code === MARKER ? 1 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

const MARKER = 0xff
const SCAN = 0xda

/** SOF0 to SOF15; three codes among them are tables. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

const scansOf = (bytes: Uint8Array): number => {
  let scans = 0
  for (let at = bytes.indexOf(MARKER); at !== -1; at = bytes.indexOf(MARKER, at + 1))
    if (bytes[at + 1] === SCAN) scans++
  return scans
}
