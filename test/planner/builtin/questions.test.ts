import { library } from './library.ts'

const shop = library()

describe('Questions for a number', () => {
  test.each([
    ['How many readers do we have?', 4],
    ['how many customers are from Lyon', 2],
    ['How many orders were placed last month?', 2],
    ['How many orders since October?', 4],
    ['What was the revenue this year?', 200],
    ['total revenue in 2025', 40],
    ['What is the average price of books?', 24],
    ['What is the highest price?', 45],
    ['How many units were sold?', 11],
    ['How many different cities do our readers come from?', 2],
    ['How many orders are not paid?', 2],
    ['how mny raeders do we hav', 4],
    ['When was the last order?', '2026-11-20'],
    ['What percentage of orders is cancelled?', 16.67],
    ['How many readers ordered in October?', 2],
    ['How many books are sold out?', 1],
    ['How many books cost more than the average?', 2],
    ['How many new readers were there in 2025?', 1],
    ['How many readers are in either Lyon or Ghent?', 4],
  ])('are answered: %s', async (question, value) => {
    expect(await shop.value(question)).toBe(value)
  })
})

describe('Questions for groups and rankings', () => {
  it('group by a column and by the name of a related row', async () => {
    expect(await shop.rows('orders by status')).toEqual([
      ['paid', 4],
      ['cancelled', 1],
      ['open', 1],
    ])
    expect(await shop.rows('How many books are there per genre?')).toEqual([
      ['Crime', 2],
      ['Poetry', 2],
      ['Travel', 1],
    ])
  })

  it('group by several columns', async () => {
    const expected = [
      ['paid', 'Lyon', 3],
      ['cancelled', 'Lyon', 1],
      ['open', 'Lyon', 1],
      ['paid', 'Ghent', 1],
    ]
    expect(await shop.rows('orders per status and city')).toEqual(expected)
    expect(await shop.rows('number of orders by status, city')).toEqual(expected)
  })

  it('rank by the words after "by"', async () => {
    expect(await shop.rows('top 2 readers by orders')).toEqual([
      ['Ada Moss', 3],
      ['Ben Ortiz', 2],
    ])
    expect(await shop.rows('top 2 cities by number of orders')).toEqual([
      ['Lyon', 5],
      ['Ghent', 1],
    ])
  })

  test.each([
    'How many orders and how many readers are there?',
    'How many orders and readers are there?',
    'top 2 readers by city',
  ])('are not answered in part: %s', async (question) => {
    expect((await shop.ask(question)).draft.mode).not.toBe('query')
  })

  it('group by month and compare two years', async () => {
    expect(await shop.rows('revenue per month in 2026')).toEqual([
      ['2026-02', 90],
      ['2026-10', 95],
      ['2026-11', 15],
    ])
    expect(await shop.rows('revenue this year vs last year')).toEqual([
      ['2025', 40],
      ['2026', 200],
    ])
  })

  it('rank by a measure of related rows', async () => {
    expect(await shop.rows('top 2 readers by revenue')).toEqual([
      ['Ada Moss', 105],
      ['Cleo Park', 90],
    ])
    expect(await shop.list('Which reader placed the most orders?')).toEqual(['Ada Moss'])
    expect(await shop.list('Which city do most of our readers come from?')).toEqual([
      expect.stringMatching(/^(Lyon|Ghent)$/),
    ])
  })

  it('rank rows by their own columns', async () => {
    expect(await shop.list('the 2 cheapest books')).toEqual(['Night Train', 'Small Hours'])
    expect(await shop.list('Who is our newest reader?')).toEqual(['Dan Reyes'])
  })
})

describe('Measures over a join that multiplies rows', () => {
  it('count each order once, however many items match', async () => {
    expect(await shop.value('How many orders contain Crime books?')).toBe(2)
  })

  it('take the revenue of a genre from the items, not from their orders', async () => {
    expect(await shop.rows('revenue by genre')).toEqual([
      ['Poetry', 135],
      ['Crime', 60],
      ['Travel', 45],
    ])
  })

  it('count distinct orders for a group of the items', async () => {
    expect(await shop.rows('number of orders per genre')).toEqual([
      ['Poetry', 3],
      ['Crime', 2],
      ['Travel', 1],
    ])
  })

  it('decline an average that would count orders twice', async () => {
    expect((await shop.ask('average order value by genre')).draft.mode).not.toBe('query')
  })
})

describe('Questions for absent rows', () => {
  test.each<[string, string[]]>([
    ['Which readers have never ordered?', ['Dan Reyes']],
    ['readers without ratings', ['Dan Reyes']],
    ['Which books were not sold in 2026?', ['Night Train']],
    ['readers who ordered in 2025 but not in November', []],
    ['readers without a phone', ['Ben Ortiz', 'Cleo Park']],
    ['Which genres have fewer than 2 books?', ['Travel']],
  ])('are answered: %s', async (question, names) => {
    expect(await shop.list(question)).toEqual(names)
  })
})

describe('Questions with conditions on related rows', () => {
  test.each<[string, string[]]>([
    ['Which readers have more than 1 order?', ['Ada Moss', 'Ben Ortiz']],
    ['readers who spent more than 80 euros', []],
    ['readers with revenue over 80', ['Ada Moss', 'Cleo Park']],
    ['Which readers bought Small Hours?', ['Ben Ortiz']],
    ['Which readers bought both Night Train and Far Roads?', ['Ada Moss']],
    ['books with an average rating above 4', ['Night Train']],
    ['books rated exactly twice', ['Night Train']],
    ['books rated once or more', ['Cold Harbour', 'Night Train', 'Small Hours']],
    ['Who bought Reed Songs?', ['Cleo Park']],
  ])('are answered: %s', async (question, names) => {
    // "spent" is not in the glossary of this shop: it must not be guessed.
    if (names.length === 0) expect((await shop.ask(question)).draft.mode).not.toBe('query')
    else expect(await shop.list(question)).toEqual(names)
  })

  it('join books through the orders that the question names, not through the shorter path over ratings', async () => {
    expect(await shop.value('How many readers bought Cold Harbour?')).toBe(1)
  })
})
