import { brandSeries, readableColour, textOn } from '../../../src/manage/branding/rules/brand-colour.ts'
import { contrast } from '../../../src/manage/branding/rules/colour.ts'
import { ciede2000, colourDifferences } from '../../../src/manage/branding/rules/colour-difference.ts'

const LIGHT = ['#2553c9', '#c77700', '#9f0052', '#259c8a', '#8a7de7', '#4b3c00'] as const
const DARK = ['#8fb0ff', '#ffda67', '#c93b74', '#51f5db', '#6e64ca', '#877019']
const fallback = '#2553c9'

describe('readableColour', () => {
  it.each([
    ['#ffd400', '#ffffff', 4.5, '#986e00'],
    ['#1f6f5c', '#1a1e26', 4.5, '#48937f'],
    ['#f2a541', '#ffffff', 3, '#ca7f00'],
    ['#1f6f5c', '#ffffff', 4.5, '#1f6f5c'],
    ['#fd4', '#ffffff', 1, '#ffdd44'],
  ])('adjusts %s on %s to a contrast of %s: %s', (colour, background, contrastMin, expected) => {
    expect(readableColour(colour, { background, contrastMin, fallback })).toBe(expected)
  })

  it('returns the fallback if 25 steps of lightness are not enough', () => {
    const readable = { background: '#ffffff', contrastMin: 21.1, fallback }
    expect(readableColour('#ffffff', readable)).toBe(fallback)
  })

  it('reaches the contrast for every colour', () => {
    const levels = ['00', '33', '66', '99', 'cc', 'ff']
    for (const background of ['#ffffff', '#1a1e26'])
      for (const colour of levels.flatMap((r) => levels.flatMap((g) => levels.map((b) => `#${r}${g}${b}`)))) {
        const own = background === '#ffffff' ? fallback : '#8fb0ff'
        const seen = readableColour(colour, { background, contrastMin: 3, fallback: own })
        expect(contrast(seen, background)).toBeGreaterThanOrEqual(3)
      }
  })
})

describe('textOn', () => {
  it.each([
    ['#1f6f5c', '#ffffff'],
    ['#14342b', '#ffffff'],
    ['#f2a541', '#000000'],
    ['#ffd400', '#000000'],
  ])('is for background %s: %s', (background, text) => {
    expect(textOn(background)).toBe(text)
  })

  it('has a contrast of at least 4.58 on every grey', () => {
    for (let level = 0; level < 256; level++) {
      const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
      expect(contrast(grey, textOn(grey))).toBeGreaterThanOrEqual(4.58)
    }
  })
})

describe('CIEDE2000', () => {
  /** Reference data of Sharma, Wu and Dalal (2005). */
  it.each([
    [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
    [[50, -1.3802, -84.2814], [50, 0, -82.7485], 1],
    [[50, 0, 0], [50, -1, 2], 2.3669],
    [[50, 2.5, 0], [50, 0, -2.5], 4.3065],
    [[50, 2.5, 0], [61, -5, 29], 22.8977],
    [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
    [[22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619], 2.0373],
    [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
  ] as const)('of %j and %j is %s', (first, second, expected) => {
    expect(ciede2000(first, second)).toBeCloseTo(expected, 4)
    expect(ciede2000(second, first)).toBeCloseTo(expected, 4)
  })

  it.each([
    ['light', [...LIGHT, '#646c7a'], [17.6, 15.6, 12.2, 13.2]],
    ['dark', [...DARK, '#969eac'], [15.5, 16.8, 15.7, 15.5]],
  ] as const)(
    'separates the six colours of the %s theme and its grey under four kinds of colour vision',
    (_, series, expected) => {
      const pairs = series.flatMap((one, at) => series.slice(at + 1).map((other) => colourDifferences(one, other)))
      const least = expected.map((_of, sight) => Math.min(...pairs.map((differences) => differences[sight] ?? 0)))
      for (const [sight, difference] of least.entries()) expect(difference).toBeCloseTo(expected[sight] ?? 0, 1)
    },
  )
})

describe('brandSeries', () => {
  it('skips a colour that is confused with the brand colour under some colour vision', () => {
    const series = brandSeries('#1f6f5c', { background: '#ffffff', series: LIGHT })
    expect(series).toEqual(['#1f6f5c', '#c77700', '#259c8a', '#8a7de7', '#4b3c00', '#2553c9'])
    expect(Math.min(...colourDifferences('#1f6f5c', LIGHT[2]))).toBeCloseTo(5.1, 1)
  })

  it('raises a pale brand colour to a contrast of 3', () => {
    const [first] = brandSeries('#ffd400', { background: '#ffffff', series: LIGHT })
    expect(first).not.toBe('#ffd400')
    expect(contrast(first, '#ffffff')).toBeGreaterThanOrEqual(3)
  })
})
