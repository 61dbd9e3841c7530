import { clinic, demoShop, museum, type TestDatabase } from './places.ts'

const demo = demoShop()
const pictures = museum()
const doctors = clinic()
afterAll(() => Promise.all([demo, pictures, doctors].map((database) => database.close())))

const answerTo = async (database: TestDatabase, ...questions: readonly string[]): Promise<string> => {
  const { mode, message, choices = [] } = await database.say(...questions)
  if (mode === 'query') return message
  // Questions over two tables without a glossary get choices first.
  const [first] = choices
  if (first === undefined) throw new Error(`${questions.at(-1)}: ${message}`)
  return answerTo(database, ...questions.slice(0, -1), first.question)
}

/** The lines of a list, without the sentence above it. */
const lines = (message: string): readonly string[] => message.split('\n').filter((line) => line.startsWith('- '))

describe('Number in an answer', () => {
  it('has no currency if it is a count or a percentage, also beside amounts', async () => {
    expect(await answerTo(demo, 'Orders and revenue per channel')).toMatch(
      /- web: [\d,]+ orders, revenue [\d,]+\.\d\d EUR/,
    )
    expect(await answerTo(demo, 'share of customers with newsletter')).toMatch(
      /^[\d.]+ % of customers have newsletter\.$/,
    )
    expect(await answerTo(doctors, 'appointments by status')).toContain('- completed: 3 appointments')
  })

  it('has two decimals if it is money, with or without a currency', async () => {
    for (const question of ['revenue this month', 'highest price', 'average shipping cost'])
      expect(await answerTo(demo, question)).toMatch(/\d\.\d\d EUR\.$/)
    for (const line of lines(await answerTo(demo, 'products with price and stock')))
      expect(line).toMatch(/price [\d,]+\.\d\d EUR, stock \d+ units?$|more$/)
    expect(await answerTo(doctors, 'What is the highest salary?')).toBe('The highest salary of doctors is 9,500.00.')
    expect(await answerTo(pictures, 'total insured value by room')).toContain('- Long Gallery: 8,000.00')
  })

  it('has no digit grouping if it is a year or an id', async () => {
    expect(await answerTo(demo, 'unpaid orders')).toMatch(/- order \d{4}: /)
    expect(await answerTo(pictures, 'list all paintings')).toContain(
      '- Harbour at Dawn: year 1962, insured value 12,500.50',
    )
  })

  it('has its name and unit in a list', async () => {
    expect(lines(await answerTo(demo, 'which suppliers have a lead time over 10 days'))[0]).toMatch(
      /: lead time \d+ days, /,
    )
    expect(lines(await answerTo(doctors, 'appointments longer than 25 minutes'))[0]).toContain('duration 30 minutes')
    expect(lines(await answerTo(demo, 'reviews by stars'))[0]).toMatch(/^- rating 1: \d+ reviews?$/)
  })

  it('has a singular noun if it is 1', async () => {
    expect(await answerTo(doctors, 'patients with more than 1 appointment')).toContain(
      '1 patient with more than 1 appointment',
    )
    expect(await answerTo(doctors, 'How many patients are not insured?')).toBe(
      'There is 1 patient that is not insured.',
    )
  })
})

describe('List in an answer', () => {
  it('shows the sum by which its rows were filtered', async () => {
    const { message, rows } = await demo.say('customers who spent over 1500')
    expect(message).toMatch(
      /^\d+ customers whose orders have revenue over 1,500\.00 EUR:\n- .+: revenue [\d,]+\.\d\d EUR/,
    )
    expect(rows.every(([, sum]) => Number(sum) > 1500)).toBe(true)
    expect(await answerTo(pictures, 'rooms with more than 1 painting')).toContain('- Blue Hall: 2 paintings')
  })

  it('shows the compared column before the others', async () => {
    expect(lines(await answerTo(doctors, 'doctors with a salary above 8500'))[0]).toBe(
      '- Ines Vidal: salary 9,000.50, 2020-01-01',
    )
    expect(lines(await answerTo(demo, 'products cheaper than 50'))[0]).toMatch(/^- [^:]+: price \d+\.\d\d EUR, /)
  })

  it('states its order, or the rank of a single row', async () => {
    expect(await answerTo(demo, 'list the latest 5 orders')).toMatch(/^5 orders, newest first:\n/)
    expect(await answerTo(demo, 'what was the largest order')).toMatch(
      /^The order with the highest total is order \d+: total [\d,]+\.\d\d EUR, /,
    )
  })
})

describe('Sentence of an answer', () => {
  it('contains no column names', async () => {
    expect(await answerTo(doctors, 'how many appointments are not paid')).toBe(
      'There are 2 appointments that are not paid.',
    )
    expect(await answerTo(doctors, 'patients without a phone')).toMatch(/^2 patients without phone:/)
    expect(await answerTo(doctors, 'How many patients live in Bonn?')).toBe('There are 2 patients in Bonn.')
  })

  it('reads as one grammatical sentence', async () => {
    expect(await answerTo(demo, 'units sold of helmets this year')).toMatch(
      /^The units sold of category Helmets from .+ were \d+\.$/,
    )
    expect(await answerTo(demo, 'How many units were sold last month?')).toMatch(/^The units sold from .+ were \d+\.$/)
    expect(await answerTo(demo, 'Which country has the most customers?')).toMatch(/^\w+ has the most customers: \d+\.$/)
    expect(await answerTo(demo, 'How many customers registered in 2025?')).toMatch(
      /^There were \d+ customers registered in 2025\.$/,
    )
  })

  it('keeps a negation of the question', async () => {
    const total = (await demo.say('How many customers are there?')).rows[0]?.[0]
    const [without, having] = await Promise.all(
      ['How many customers do not get the newsletter?', 'How many customers get the newsletter?'].map((question) =>
        answerTo(demo, question),
      ),
    )
    expect(without).toMatch(/^There are \d+ customers without newsletter\.$/)
    expect(having).toMatch(/^There are \d+ customers with newsletter\.$/)
    const [a, b] = [without, having].map((text) => Number(/\d+/.exec(text ?? '')?.[0]))
    expect((a ?? 0) + (b ?? 0)).toBe(total)
  })

  it('names the conditions that no row meets', async () => {
    expect(await answerTo(doctors, 'appointments in 2019')).toBe('There are no appointments scheduled in 2019.')
  })
})

describe('Yes/no question or comparison', () => {
  it('gets an answer that starts with the verdict', async () => {
    expect(await answerTo(demo, 'Are there any unpaid orders?')).toMatch(/^Yes, there are \d+ orders /)
    expect(await answerTo(pictures, 'are there paintings in the Cellar?')).toMatch(/there are no paintings /i)
    expect(await answerTo(doctors, 'Do we have patients in Trier?')).toBe('Yes, there is 1 patient in Trier.')
  })

  it('gets an answer with the difference as amount and percentage', async () => {
    const { message, rows } = await demo.say('Is revenue higher this year than last year?')
    const [last, now] = rows.map(([, amount]) => Number(amount))
    const isHigher = (now ?? 0) > (last ?? 0)
    expect(message).toMatch(
      /^(Yes|No): the revenue is [\d,.]+ EUR for 2026 so far against [\d,.]+ EUR for 2025, [\d,.]+ EUR (more|less) \([\d,.]+ %\)\.$/,
    )
    expect(message.startsWith(isHigher ? 'Yes' : 'No')).toBe(true)
    expect(await answerTo(pictures, 'Did we have more visits this month than last month?')).toBe(
      'Yes: 3 visits for November 2026 so far against 2 for October 2026, 1 more (50 %).',
    )
    expect(await answerTo(pictures, 'Did we have fewer visits this month than last month?')).toBe(
      'No: 3 visits for November 2026 so far against 2 for October 2026, 1 more (50 %).',
    )
  })

  it('gets an answer that names the larger of two', async () => {
    expect(await answerTo(demo, 'Did we have more orders on the web or in the store?')).toMatch(
      /^(Web|Store): [\d,]+ orders for (web|store) against [\d,]+ for (web|store), [\d,]+ more \([\d.]+ %\)\.$/,
    )
    expect(await answerTo(demo, 'revenue this year vs last year')).toMatch(
      /^The revenue is|^Revenue is [\d,.]+ EUR \([\d,.]+ %\) (higher|lower) for /,
    )
  })
})

describe('Period of an answer', () => {
  it('ends today if it has started', async () => {
    expect(await answerTo(demo, 'revenue this month')).toContain('from 1 to 21 November 2026')
    expect(await answerTo(pictures, 'how many visits this year?')).toContain('from 1 January to 21 November 2026')
  })

  it('is stated in full if it contains planned rows', async () => {
    expect(await answerTo(doctors, 'How many appointments were there this month?')).toContain(
      'from 1 to 30 November 2026',
    )
  })
})

describe('Months, weekdays, ratings and floors', () => {
  it.each([
    [demo, 'orders per weekday', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']],
    [demo, 'reviews by stars', ['rating 1', 'rating 2', 'rating 3', 'rating 4', 'rating 5']],
    [pictures, 'tickets by weekday', ['Monday', 'Wednesday', 'Friday', 'Sunday']],
    [pictures, 'tickets per month', ['2025-03', '2026-10', '2026-11']],
    [pictures, 'paintings by floor', ['floor 1', 'floor 2']],
  ])('are in their natural order in an answer (case %#)', async (database, question, labels) => {
    expect(lines(await answerTo(database, question)).map((line) => line.slice(2).split(':')[0])).toEqual(labels)
  })

  it('are in their natural order in the rows', async () => {
    const { rows } = await demo.say('orders per weekday')
    expect(rows.map(([day]) => day).slice(0, 3)).toEqual(['Monday', 'Tuesday', 'Wednesday'])
    expect((await demo.say('reviews by stars')).rows.map(([stars]) => stars)).toEqual([1, 2, 3, 4, 5])
  })
})
