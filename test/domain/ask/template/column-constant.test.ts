import { isStoredAs } from '../../../../src/manage/patterns/rules/template/column-constant.ts'
import type { Json } from '../../../../src/platform/values/json.ts'

describe('isStoredAs for an equal value', () => {
  it.each<['text' | 'number', string, Json]>([
    ['text', 'Acme', 'Acme'],
    ['text', 'FR', 'FR        '],
    ['text', '3', 3],
    ['text', '2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['text', 'urgent', ['new', ['urgent']]],
    ['number', '3', 3],
    ['number', '3', '3.00'],
    ['number', '3.50', 3.5],
    ['number', '-3', -3],
    ['number', '9007199254740993', '9007199254740993'],
  ])('is true: %s %s stored as %j', (kind, value, stored) => {
    expect(isStoredAs({ kind, value }, stored)).toBe(true)
  })
})

describe('isStoredAs for a different value that a database matches', () => {
  it.each<['text' | 'number', string, Json]>([
    ['text', 'acme', 'Acme'],
    ['text', 'Muller', 'Müller'],
    ['text', '2026-11-21', '2026-11-22'],
    ['text', 'true', true],
    ['number', '0', ''],
    ['number', '0', 'abc'],
    ['number', '0', null],
    ['number', '3', -3],
    ['number', '3', '3abc'],
    ['number', '30', 3],
    ['number', '9007199254740993', '9007199254740992'],
    ['number', '3', { value: 3 }],
  ])('is false: %s %s stored as %j', (kind, value, stored) => {
    expect(isStoredAs({ kind, value }, stored)).toBe(false)
  })
})
