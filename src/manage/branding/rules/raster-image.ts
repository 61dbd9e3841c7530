/** Format and size of an image, read from its header. */
export interface RasterImage {
  readonly type: 'png' | 'jpeg' | 'gif'
  /** In pixels. */
  readonly width: number
  readonly height: number
}

/** Maximum width and height. */
const SIDE_MAX = 4_096

/**
 * Every scan of a JPEG is a full pass over the image, and a scan can be a few bytes: 15,000 of them in 500 kB take most
 * of a minute. Progressive JPEGs have about ten.
 */
const SCANS_MAX = 32

/** Reads the header of an image without decoding it; undefined if it is no PNG, JPEG or GIF. */
export const readImageHeader = (bytes: Uint8Array): RasterImage | undefined => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const text = Buffer.from(bytes.subarray(0, 16)).toString('latin1')
  if (bytes.length >= 24 && text === '\x89PNG\r\n\x1a\n\0\0\0\rIHDR')
    return { type: 'png', width: view.getUint32(16), height: view.getUint32(20) }
  if (bytes.length >= 10 && /^GIF8[79]a/.test(text))
    return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true) }
  return text.startsWith('\xff\xd8\xff') ? jpeg(view) : undefined
}

/** Whether decoding takes bounded time and memory. */
export const isDecodable = ({ type, width, height }: RasterImage, bytes: Uint8Array): boolean => {
  const isSized = [width, height].every((side) => side >= 1 && side <= SIDE_MAX)
  return isSized && (type !== 'jpeg' || scansOf(bytes) <= SCANS_MAX)
}

/** The size is in the first frame header; segments must be contiguous. */
const jpeg = (view: DataView): RasterImage | undefined => {
  let offset = 2
  while (offset + 9 <= view.byteLength && view.getUint8(offset) === MARKER) {
    const code = view.getUint8(offset + 1)
    if (isFrame(code)) return { type: 'jpeg', width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) }
    // Any number of fill bytes may precede a marker.
    offset += code === MARKER ? 1 : 2 + view.getUint16(offset + 2)
  }
  return undefined
}

const MARKER = 0xff
const SCAN = 0xda

/** SOF0 to SOF15, except three codes, which are tables. */
const isFrame = (code: number): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code)

const scansOf = (bytes: Uint8Array): number => {
  let scans = 0
  for (let offset = bytes.indexOf(MARKER); offset !== -1; offset = bytes.indexOf(MARKER, offset + 1))
    if (bytes[offset + 1] === SCAN) scans++
  return scans
}
