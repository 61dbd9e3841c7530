import { displayName } from '../../../src/access/rules/display-name.ts'

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
  ])('turns %j into %j', (text, name) => {
    expect(displayName(text)).toBe(name)
  })
})
