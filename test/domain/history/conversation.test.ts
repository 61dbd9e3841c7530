import { titleOf } from '../../../src/ask/rules/history/conversation.ts'

describe('Title of a conversation', () => {
  it('is its first question on one line', () => {
    expect(titleOf('  How many\n\n orders\twere paid? ')).toBe('How many orders were paid?')
    expect(titleOf('a'.repeat(80))).toBe('a'.repeat(80))
  })

  it('is truncated at a word with an ellipsis', () => {
    const title = titleOf(`${'word '.repeat(15)}longer than there is space for`)
    expect(title).toBe(`${'word '.repeat(15).trimEnd()}…`)
  })

  it('is truncated inside a word that fills most of it', () => {
    expect(titleOf('a'.repeat(500))).toBe(`${'a'.repeat(80)}…`)
    expect(titleOf(`a ${'b'.repeat(500)}`)).toBe(`a ${'b'.repeat(78)}…`)
  })

  it('never splits a character', () => {
    expect(titleOf(`${'a'.repeat(79)}🧮 and more`)).toBe(`${'a'.repeat(79)}…`)
  })
})
