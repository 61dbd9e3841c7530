import { LogoRenderer } from '../../src/charts/logo-renderer.ts'
import { readImageHeader } from '../../src/manage/branding/rules/raster-image.ts'
import { GIF, JPEG, pngOf, pngSize } from '../support/raster-pictures.ts'

const renderer = new LogoRenderer()
afterAll(() => renderer.close())

const drawn = async (bytes: Buffer) => {
  const picture = readImageHeader(bytes)
  if (picture === undefined) throw new Error('not an image')
  const png = await renderer.draw({ bytes, picture }, { organizationId: 1 })
  return png === undefined || png === 'busy' ? png : Buffer.from(png)
}
const sizeOf = async (bytes: Buffer) => {
  const png = await drawn(bytes)
  return png === undefined || png === 'busy' ? png : pngSize(png)
}

describe('LogoRenderer', () => {
  it.each([
    ['PNG', pngOf(40, 20)],
    ['JPEG', JPEG],
    ['GIF', GIF],
  ])('re-encodes a small %s as a PNG of the same size', async (_, bytes) => {
    expect(await sizeOf(bytes)).toEqual([40, 20])
  })

  it.each([
    [1_000, 100, [512, 51]],
    [2_000, 2_000, [128, 128]],
    [4_096, 16, [512, 2]],
    [2_000, 1, [512, 1]],
  ])('scales a logo of %i × %i down to the displayed size', async (width, height, size) => {
    expect(await sizeOf(pngOf(width, height))).toEqual(size)
  })

  it('keeps the pixels and drops metadata', async () => {
    const png = await drawn(pngOf(8, 8, { comment: 'canary' }))
    expect(pngOf(8, 8, { comment: 'canary' }).toString('latin1')).toContain('canary')
    expect(png?.toString('latin1')).not.toContain('canary')
  })

  it.each([
    ['cut off', pngOf(40, 20).subarray(0, 60)],
    ['all transparent', pngOf(40, 20, { colour: [200, 30, 30, 0] })],
    ['a JPEG without its data', JPEG.subarray(0, JPEG.indexOf(Buffer.from([0xff, 0xda])))],
    ['a GIF without its data', GIF.subarray(0, 20)],
  ])('returns undefined for an unreadable or invisible logo: %s', async (_, bytes) => {
    expect(await drawn(bytes)).toBeUndefined()
  })
})
