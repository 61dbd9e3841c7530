import { questionKey } from '../../../../src/manage/patterns/rules/pattern.ts'
import { PatternIndex } from '../../../../src/manage/patterns/rules/pattern-index.ts'
import { HOLD_MS_MAX, threadCostMs } from '../../../support/cost.ts'

const indexOf = (...questions: readonly string[]): PatternIndex => {
  const index = new PatternIndex()
  for (const question of questions) index.add(question, question)
  return index
}

describe('questionKey', () => {
  it('ignores case, whitespace and punctuation at the end', () => {
    const key = questionKey('How many orders are open')
    for (const other of ['how many  orders\nare OPEN?', ' How many orders are open … ', 'How many orders are open?!'])
      expect(questionKey(other)).toBe(key)
  })

  it('differs for different questions', () => {
    const keys = ['orders > 5', 'orders < 5', 'orders >= 5', 'orders 5', 'ordérs 5', '?', '']
    expect(new Set(keys.map(questionKey)).size).toBe(keys.length)
  })
})

describe('PatternIndex', () => {
  it('finds questions that share rare words, most similar first', () => {
    const index = indexOf(
      'How many orders are open?',
      'How many customers are there?',
      'Revenue by region last year',
      'What is the revenue by region and month?',
      'How many products are there?',
    )
    expect(index.findSimilar('Show me the revenue by region', 3)).toEqual([
      'What is the revenue by region and month?',
      'Revenue by region last year',
    ])
    expect(index.findSimilar('open order', 3)).toEqual(['How many orders are open?'])
    expect(index.findSimilar('Wie ist das Wetter?', 3)).toEqual([])
  })

  it('returns at most the requested number, and finds an exact match', () => {
    const index = indexOf(...Array.from({ length: 20 }, (_, at) => `Revenue of region ${at}`))
    expect(index.findSimilar('Revenue of region 7', 3)).toHaveLength(3)
    expect(index.findExact('revenue of REGION 7?')).toBe('Revenue of region 7')
    expect(index.findExact('revenue of region 77')).toBeUndefined()
  })

  it('does not block the event loop with 10,000 questions, for any search', async () => {
    const words = Array.from({ length: 40 }, (_, at) => `word${at}`)
    const questions = Array.from({ length: 10_000 }, (_, at) => `How many ${words.join(' ')} in ${at} are there?`)
    const index = indexOf(...questions)
    for (const question of [
      questions[17] ?? '',
      words.join(' '),
      'word1 '.repeat(2_000),
      'x'.repeat(8_000),
      '? '.repeat(4_000),
    ])
      expect(await threadCostMs(() => index.findSimilar(question, 3))).toBeLessThan(HOLD_MS_MAX)
  })
})
