import { displayName } from '../../../src/domain/access/display-name.ts'
import { HOLD_MS_MAX, HOSTILE_SIZES, threadCostMs } from '../../support/cost.ts'

describe('displayName', () => {
  it.each([
    [' Acme ', 'Acme'],
    ['Gru\u0308ße & Co <x>', 'Grüße & Co <x>'],
    ['😀'.repeat(200), '😀'.repeat(200)],
    ['😀'.repeat(201), undefined],
    ['', undefined],
    [' \t ', undefined],
    ['a\nb', undefined],
    ['a\0b', undefined],
    ['a\u202eb', undefined],
    ['\u200b', undefined],
    ['a\ud800', undefined],
  ])('makes of %j: %j', (text, name) => {
    expect(displayName(text)).toBe(name)
  })

  it.each(HOSTILE_SIZES)('costs nothing worth naming for %i characters', async (size) => {
    expect(await threadCostMs(() => displayName('a\u0301 '.repeat(size / 3)))).toBeLessThan(HOLD_MS_MAX)
  })
})
