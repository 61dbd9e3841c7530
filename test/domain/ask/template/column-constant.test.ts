import { isStoredAs } from '../../../../src/manage/patterns/rules/template/column-constant.ts'
import type { Json } from '../../../../src/platform/values/json.ts'

describe('a stored value is the constant', () => {
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
  ])('%s %s: %j', (kind, value, stored) => {
    expect(isStoredAs({ kind, value }, stored)).toBe(true)
  })
})

describe('a stored value that a database finds for a constant is not the constant where it differs', () => {
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
  ])('%s %s: %j', (kind, value, stored) => {
    expect(isStoredAs({ kind, value }, stored)).toBe(false)
  })
})
