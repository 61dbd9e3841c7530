import { isDecodable, readImageHeader } from '../../../src/manage/branding/rules/raster-image.ts'
import { GIF, JPEG, pngOf, SCAN, WEBP } from '../../support/raster-pictures.ts'

/** A PNG whose header has this size. */
const sized = (width: number, height: number): Buffer => {
  const png = pngOf(1, 1)
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}
const segment = (code: number, bytes: number): Buffer => Buffer.from([0xff, code, bytes >> 8, bytes & 0xff])

describe('readImageHeader', () => {
  it.each([
    ['PNG', pngOf(30, 7), { type: 'png', width: 30, height: 7 }],
    ['JPEG', JPEG, { type: 'jpeg', width: 40, height: 20 }],
    [
      'JPEG with fill bytes',
      Buffer.concat([JPEG.subarray(0, 2), Buffer.from([0xff, 0xff]), JPEG.subarray(2)]),
      { type: 'jpeg', width: 40, height: 20 },
    ],
    ['GIF', GIF, { type: 'gif', width: 40, height: 20 }],
  ])('reads type and size of %s', (_, bytes, picture) => {
    expect(readImageHeader(bytes)).toEqual(picture)
    expect(readImageHeader(new Uint8Array(Buffer.concat([Buffer.alloc(3), bytes])).subarray(3))).toEqual(picture)
  })

  it.each([
    ['nothing', ''],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'],
    ['HTML', '<!doctype html><p>'],
    ['WebP', WEBP],
    ['a truncated PNG', pngOf(1, 1).subarray(0, 20)],
    ['a PNG that begins with another chunk', Buffer.concat([pngOf(1, 1).subarray(0, 8), pngOf(1, 1).subarray(33)])],
    ['a truncated JPEG', JPEG.subarray(0, 20)],
    [
      'a JPEG without a marker after a segment',
      Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe0, 4), Buffer.alloc(40)]),
    ],
    ['a JPEG with a segment beyond its end', Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe0, 60_000), JPEG])],
    [
      'a JPEG with a segment of length 0',
      Buffer.concat([Buffer.from([0xff, 0xd8]), segment(0xe0, 0), Buffer.alloc(20)]),
    ],
    ['a script with the name of a GIF', 'GIF89'],
  ])('returns undefined for %s', (_, bytes) => {
    expect(readImageHeader(Buffer.from(bytes))).toBeUndefined()
  })
})

describe('isDecodable', () => {
  it.each([
    [1, 1, true],
    [4_096, 4_096, true],
    [4_097, 1, false],
    [1, 4_097, false],
    [0, 10, false],
    [2 ** 31, 2 ** 31, false],
  ])('returns for %i × %i pixels: %s', (width, height, expected) => {
    const bytes = sized(width, height)
    const picture = readImageHeader(bytes)
    expect(picture && isDecodable(picture, bytes)).toBe(expected)
  })

  it('rejects a JPEG of more than 32 scans', () => {
    const scans = (count: number) => Buffer.concat([JPEG, ...Array.from({ length: count }, () => SCAN)])
    const [ten, most, more] = [JPEG, scans(22), scans(23)].map((bytes) =>
      isDecodable({ type: 'jpeg', width: 40, height: 20 }, bytes),
    )
    expect([ten, most, more]).toEqual([true, true, false])
  })
})
