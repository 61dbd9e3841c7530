import { isAtLeast } from '../../../src/local/programs/tool-versions.ts'

describe('isAtLeast', () => {
  it.each([
    ['1.31.2', '1.31', true],
    ['1.29.0', '1.31', false],
    ['1.100.0', '1.31', true],
    ['17', '17', true],
    ['17.0.9', '17', true],
    ['1.8.0', '17', false],
    ['8.2.6', '4.4', true],
    ['4.2.24', '4.4', false],
    ['v24.21.0', '24', true],
    ['25.0.0-nightly2026', '24', true],
    ['unknown', '1', false],
  ])('compares version %s with minimum %s: %s', (version, minimum, expected) => {
    expect(isAtLeast(version, minimum)).toBe(expected)
  })
})
