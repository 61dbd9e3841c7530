import { ChartRenderer } from '../../src/charts/chart-renderer.ts'
import type { DrawCall } from '../../src/charts/draw-worker.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from './example-charts.ts'

const owner = { organizationId: 1, tenantId: '1', scopeId: 'a' }
const call = (width = 640, format: 'svg' | 'png' = 'svg', locale = 'en'): DrawCall => ({
  drawing: drawingOf(exampleChart('bar', EXAMPLE_VALUES.bar), { width, locale }),
  format,
})
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

let drawings: ChartRenderer
beforeEach(() => {
  drawings = new ChartRenderer()
})
afterEach(() => drawings.close())

describe('ChartRenderer', () => {
  it('draws the same picture once for all who ask meanwhile or later, and others anew', async () => {
    const [first, second] = await Promise.all([
      drawings.draw(call(), owner),
      drawings.draw(call(), { organizationId: 2 }),
    ])
    expect(second).toBe(first)
    expect(await drawings.draw(call(), owner)).toBe(first)
    const wider = await drawings.draw(call(800), owner)
    expect([text(first), text(wider)]).toEqual([
      expect.stringMatching(/^<svg role="img".* width="640"/),
      expect.stringMatching(/^<svg role="img".* width="800"/),
    ])
  })

  it('keeps no more than it has room for', async () => {
    const small = new ChartRenderer({ cacheBytes: 1 })
    const first = await small.draw(call(), owner)
    const again = await small.draw(call(), owner)
    await small.close()
    expect([again === first, text(again)]).toEqual([false, text(first)])
  })

  it('has a key for each picture, which is the same for the same', () => {
    const keys = [call(), call(), call(641), call(640, 'png'), call(640, 'svg', 'de')].map((one) => drawings.keyOf(one))
    expect([keys[0], new Set(keys).size]).toEqual([keys[1], 4])
  })

  it('draws a PNG with Latin digits, which its font has, and an SVG with those of the locale', async () => {
    const svg = await drawings.draw(call(640, 'svg', 'ar-EG'), owner)
    expect(text(svg)).toContain('١')
    const png = await drawings.draw(call(640, 'png', 'ar-EG'), owner)
    const latin = await drawings.draw(call(640, 'png', 'ar-EG-u-nu-latn'), owner)
    expect(Buffer.compare(png, latin)).toBe(0)
  })

  it('says of a drawing that takes too long that it may be tried again', async () => {
    const hasty = new ChartRenderer({ deadlineMs: 0 })
    await expect(hasty.draw(call(), owner)).rejects.toMatchObject({ problem: 'chart_unavailable', retryable: true })
    await hasty.close()
  })

  it('says the same to a caller who waits for too many drawings, and draws for another', async () => {
    const many = Array.from({ length: 22 }, (_, at) =>
      drawings.draw(call(300 + at), owner).catch((error: unknown) => error),
    )
    await expect(drawings.draw(call(299), owner)).rejects.toMatchObject({ problem: 'chart_unavailable' })
    await expect(drawings.draw(call(298), { organizationId: 2 })).resolves.toBeInstanceOf(Uint8Array)
    await Promise.all(many)
  })
})
