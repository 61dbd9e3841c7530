import { isTextType } from '../../../src/ask/rules/column-type.ts'

describe('a column holds texts', () => {
  it.each(['VARCHAR(20)', 'character varying', 'text', 'MEDIUMTEXT', 'CLOB', 'string', 'objectId|string'])(
    'where its type is %s, whatever the engine',
    (type) => expect(isTextType(type)).toBe(true),
  )

  it.each(['', 'INTEGER', 'numeric(8,2)', 'date', 'objectId', 'double', 'blob'])('but not where it is "%s"', (type) =>
    expect(isTextType(type)).toBe(false),
  )
})
