import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

export interface PngOptions {
  /** RGBA of each pixel. */
  readonly colour?: readonly [number, number, number, number]
  /** That it bears with it. */
  readonly comment?: string
}

/** A PNG of one colour. */
export const pngOf = (
  width: number,
  height: number,
  { colour = [200, 30, 30, 255], comment = '' }: PngOptions = {},
): Buffer => {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6], 8)
  const row = Buffer.concat([Buffer.alloc(1), ...Array.from({ length: width }, () => Buffer.from(colour))])
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('tEXt', Buffer.from(`Comment\0${comment}`, 'latin1')),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** The size that a PNG says it has. */
export const pngSize = (png: Uint8Array): readonly [width: number, height: number] => {
  const bytes = Buffer.from(png)
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

const decoded = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** 40 × 20 pixels of one red each. */
export const JPEG = decoded(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wgARCAAUACgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAT/xAAWAQEBAQAAAAAAAAAAAAAAAAAAAwX/2gAMAwEAAhADEAAAAYxDUAAAAA//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAEFAn//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAEDAQE/AV//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/AV//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAY/An//xAAUEAEAAAAAAAAAAAAAAAAAAAAw/9oACAEBAAE/IX//2gAMAwEAAgADAAAAEAAAAAAP/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAwEBPxBf/8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgBAgEBPxBf/8QAFBABAAAAAAAAAAAAAAAAAAAAMP/aAAgBAQABPxB//9k=',
)
export const GIF = decoded(
  'R0lGODdhKAAUAIEAAMgeHgAAAAAAAAAAACwAAAAAKAAUAEAIMAABCBxIsKDBgwgTKlzIsKHDhxAjSpxIsaLFixgzatzIsaPHjyBDihxJsqTJkxQDAgA7',
)
export const WEBP = decoded(
  'UklGRkwAAABXRUJQVlA4IEAAAABQAwCdASooABQAPm02l0ikIyIhJWgAgA2JZwDQvoAAK/fDcAD+8DhD/raTNCmQ//2ln/1LP/qWf4wj7LOgAAAA',
)

/** What a scan of a JPEG begins with; that one has ten. */
export const SCAN = Buffer.from([0xff, 0xda])
