import { axisNumbers, canonicalLocale, localLabel, localNumbers } from '../../../src/charts/rules/local-text.ts'

/** Some locales use no-break spaces. */
const spaced = (text: string): string => text.replace(/[\u00a0\u202f]/g, ' ')

describe('canonicalLocale', () => {
  it.each([
    ['en', 'en'],
    ['DE-ch', 'de-CH'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['ar-EG-u-nu-latn', 'ar-EG-u-nu-latn'],
    ['no_such', undefined],
    ['', undefined],
    ['e', undefined],
    ['en-US-x-abcdefgh-abcdefgh-abcdefghi', undefined],
    [`en-u-nu-latn-${'a1b2c3d4-'.repeat(4)}`, undefined],
  ])('of %s is %s', (tag, expected) => {
    expect(canonicalLocale(tag)).toBe(expected)
  })
})

describe('localLabel', () => {
  it.each([
    ['2026', 'de', '2026'],
    ['2026-03', 'de', 'März 2026'],
    ['2026-03', 'en', 'Mar 2026'],
    ['2026-Q2', 'de', 'Q2 2026'],
    ['2026-W07', 'de', '2026-W07'],
    ['2026-03-01', 'de', '01.03.2026'],
    ['2026-03-01', 'en-US', 'Mar 1, 2026'],
    ['2026-03-01T23:30Z', 'de', '01.03.2026, 23:30'],
    ['2026-03-01 23:30:15.25', 'en-GB', '1 Mar 2026, 23:30'],
    ['2026-13-41', 'de', '2026-13-41'],
    ['2026-03-01T10:00+02:00', 'de', '2026-03-01T10:00+02:00'],
    ['1000 – 2500.5', 'de', '1.000 – 2.500,5'],
    ['-50 – -25', 'en', '-50 – -25'],
    ['Kiel', 'de', 'Kiel'],
    ['2026-03', 'xx-nowhere', 'Mar 2026'],
  ])('writes %s in locale %s as %s', (label, locale, expected) => {
    expect(spaced(localLabel(label, locale))).toBe(expected)
  })
})

describe('Numbers', () => {
  it('have two decimals if one of them has decimals', () => {
    const number = localNumbers([1_234, 0.5, null], 'fr')
    expect([number(1_234), number(0.5)].map(spaced)).toEqual(['1 234,00', '0,50'])
    expect(localNumbers([1, 2_000], 'en')(2_000)).toBe('2,000')
    expect(localNumbers([0.0004], 'en')(0.0004)).toBe('0.0004')
  })

  it('on an axis are abbreviated if they are large', () => {
    expect(spaced(axisNumbers('de', 2_000_000)(1_500_000))).toBe('1,5 Mio.')
    expect(axisNumbers('en', 2_000_000)(250_000)).toBe('250K')
    expect(axisNumbers('en', 99_999)(12_500)).toBe('12,500')
  })
})
