import { library } from './library.ts'

const shop = library()

describe('Follow-up question', () => {
  it('replaces the time', async () => {
    expect(await shop.value('What was the revenue this year?', 'and for last year?')).toBe(40)
    expect(await shop.value('How many orders last month?', 'and this month?')).toBe(2)
    expect(await shop.value('revenue in November', 'and the month before that?')).toBe(95)
  })

  it('replaces a value on the same column', async () => {
    expect(await shop.value('How many readers are from Lyon?', 'what about Ghent?')).toBe(2)
  })

  it('adds a filter and keeps the time', async () => {
    expect(await shop.value('How many orders this year?', 'only the paid ones')).toBe(3)
  })

  it('groups the previous number', async () => {
    expect(await shop.rows('How many orders this year?', 'by status')).toEqual([
      ['paid', 3],
      ['cancelled', 1],
      ['open', 1],
    ])
    expect(await shop.rows('revenue this year', 'and per month?')).toHaveLength(3)
  })

  it('uses the measure of another table if the new group requires it', async () => {
    expect(await shop.rows('revenue by status', 'and by genre?')).toEqual([
      ['Poetry', 135],
      ['Crime', 60],
      ['Travel', 45],
    ])
  })

  it('replaces limit, order and measure of a ranking', async () => {
    expect(await shop.list('top 2 readers by revenue', 'the top 1 instead')).toEqual(['Ada Moss'])
    expect(await shop.list('2 cheapest books', 'show 1')).toEqual(['Night Train'])
    expect(await shop.list('2 cheapest books', 'and the most expensive?')).toEqual(['Far Roads', 'Reed Songs'])
    expect(await shop.rows('top 2 readers by revenue', 'by number of orders')).toEqual([
      ['Ada Moss', 3],
      ['Ben Ortiz', 2],
    ])
  })

  it('switches between a number and its rows', async () => {
    expect(await shop.list('How many readers are from Lyon?', 'who are they?')).toEqual(['Ada Moss', 'Ben Ortiz'])
    expect(await shop.value('list the readers from Lyon', 'how many are there?')).toBe(2)
  })

  it('filters the previous rows: "how many of them"', async () => {
    expect(await shop.value('How many readers are from Lyon?', 'how many of them ordered this month?')).toBe(2)
  })

  it('replaces the aggregate', async () => {
    expect(await shop.value('What is the average price of books?', 'and the maximum?')).toBe(45)
  })

  it('reads a month in the year of the previous question', async () => {
    expect(await shop.value('How many orders in October 2025?', 'and in December?')).toBe(1)
  })

  it('counts related rows of the previous rows', async () => {
    expect(await shop.value('How many readers are from Lyon?', 'and how many orders do they have?')).toBe(5)
  })

  it('continues over several turns', async () => {
    expect(await shop.rows('How many orders in 2025?', 'and this year?', 'by status')).toHaveLength(3)
  })
})

describe('Follow-up that may be a new question', () => {
  it('offers both readings', async () => {
    const { draft } = await shop.ask('How many books cost more than 12?', 'What is the average price?')
    expect(draft).toMatchObject({ mode: 'clarify', choices: [{}, {}] })
  })

  it.each([
    ['the first one', ['List the readers in “Lyon”, only the first']],
    ['the second one', undefined],
  ])('does not answer for another row: %s', async (followUp, questions) => {
    const { draft } = await shop.ask('list the readers from Lyon', followUp)
    const choices = draft.mode === 'query' ? [] : draft.choices?.map(({ question }) => question)
    expect(choices).toEqual(questions)
  })
})

describe('Independent question', () => {
  it('ignores the previous questions', async () => {
    expect(await shop.value('revenue last month', 'How many readers do we have?')).toBe(4)
  })
})
