import { titleOf } from '../../../src/ask/rules/history/conversation.ts'

describe('the title of a conversation', () => {
  it('is its first question on one line', () => {
    expect(titleOf('  How many\n\n orders\twere paid? ')).toBe('How many orders were paid?')
    expect(titleOf('a'.repeat(80))).toBe('a'.repeat(80))
  })

  it('is cut at a word, and shows that it is', () => {
    const title = titleOf(`${'word '.repeat(15)}longer than there is space for`)
    expect(title).toBe(`${'word '.repeat(15).trimEnd()}…`)
  })

  it('is cut inside of a word that fills most of it', () => {
    expect(titleOf('a'.repeat(500))).toBe(`${'a'.repeat(80)}…`)
    expect(titleOf(`a ${'b'.repeat(500)}`)).toBe(`a ${'b'.repeat(78)}…`)
  })

  it('never ends in half of a character', () => {
    expect(titleOf(`${'a'.repeat(79)}🧮 and more`)).toBe(`${'a'.repeat(79)}…`)
  })
})
