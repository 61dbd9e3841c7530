import { isTextType } from '../../../src/ask/rules/column-type.ts'

describe('isTextType', () => {
  it.each(['VARCHAR(20)', 'character varying', 'text', 'MEDIUMTEXT', 'CLOB', 'string', 'objectId|string'])(
    'is true for the type %s',
    (type) => expect(isTextType(type)).toBe(true),
  )

  it.each(['', 'INTEGER', 'numeric(8,2)', 'date', 'objectId', 'double', 'blob'])('is false for the type "%s"', (type) =>
    expect(isTextType(type)).toBe(false),
  )
})
