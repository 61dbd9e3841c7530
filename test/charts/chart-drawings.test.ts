import path from 'node:path'
import { ChartRenderer } from '../../src/charts/chart-renderer.ts'
import type { DrawCall } from '../../src/charts/draw-worker.ts'
import { drawingOf, EXAMPLE_VALUES, exampleChart } from './example-charts.ts'

const owner = { organizationId: 1, tenantId: '1', scopeId: 'a' }
const call = (width = 640, format: 'svg' | 'png' = 'svg', locale = 'en'): DrawCall => ({
  drawing: drawingOf(exampleChart('bar', EXAMPLE_VALUES.bar), { width, locale }),
  format,
})
const text = (bytes: Uint8Array) => Buffer.from(bytes).toString()

let renderer: ChartRenderer
beforeEach(() => {
  renderer = new ChartRenderer()
})
afterEach(() => renderer.close())

describe('ChartRenderer', () => {
  it('renders one picture once for concurrent and later calls, and another picture separately', async () => {
    const [first, second] = await Promise.all([
      renderer.draw(call(), owner),
      renderer.draw(call(), { organizationId: 2 }),
    ])
    expect(second).toBe(first)
    expect(await renderer.draw(call(), owner)).toBe(first)
    const wider = await renderer.draw(call(800), owner)
    expect([text(first), text(wider)]).toEqual([
      expect.stringMatching(/^<svg role="img".* width="640"/),
      expect.stringMatching(/^<svg role="img".* width="800"/),
    ])
  })

  it('caches no picture beyond its byte limit', async () => {
    const small = new ChartRenderer({ cacheBytes: 1 })
    const first = await small.draw(call(), owner)
    const again = await small.draw(call(), owner)
    await small.close()
    expect([again === first, text(again)]).toEqual([false, text(first)])
  })

  it('gives equal pictures one cache key and different pictures different keys', () => {
    const keys = [call(), call(), call(641), call(640, 'png'), call(640, 'svg', 'de')].map((one) => renderer.keyOf(one))
    expect([keys[0], new Set(keys).size]).toEqual([keys[1], 4])
  })

  it('writes Latin digits in a PNG, whose font has no others, and the digits of the locale in an SVG', async () => {
    const svg = await renderer.draw(call(640, 'svg', 'ar-EG'), owner)
    expect(text(svg)).toContain('١')
    const png = await renderer.draw(call(640, 'png', 'ar-EG'), owner)
    const latin = await renderer.draw(call(640, 'png', 'ar-EG-u-nu-latn'), owner)
    expect(Buffer.compare(png, latin)).toBe(0)
  })

  it('rejects a drawing that exceeds its deadline with a retryable problem', async () => {
    const worker = path.join(import.meta.dirname, 'endless-worker.ts')
    const endless = new ChartRenderer({ deadlineMs: 1, worker })
    await expect(endless.draw(call(), owner)).rejects.toMatchObject({
      problem: 'chart_unavailable',
      retryable: true,
    })
    await endless.close()
  })

  it('rejects a caller with too many pending renderer and serves another caller', async () => {
    const many = Array.from({ length: 22 }, (_, at) =>
      renderer.draw(call(300 + at), owner).catch((error: unknown) => error),
    )
    await expect(renderer.draw(call(299), owner)).rejects.toMatchObject({ problem: 'chart_unavailable' })
    await expect(renderer.draw(call(298), { organizationId: 2 })).resolves.toBeInstanceOf(Uint8Array)
    await Promise.all(many)
  })
})
