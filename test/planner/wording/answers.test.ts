import { clinic, demoShop, museum, type Place } from './places.ts'

const demo = demoShop()
const pictures = museum()
const doctors = clinic()
afterAll(() => Promise.all([demo, pictures, doctors].map((place) => place.close())))

const told = async (place: Place, ...questions: readonly string[]): Promise<string> => {
  const { mode, message, choices = [] } = await place.say(...questions)
  if (mode === 'query') return message
  // Where a table is not described, what is asked of two of them is offered first.
  const [first] = choices
  if (first === undefined) throw new Error(`${questions.at(-1)}: ${message}`)
  return told(place, ...questions.slice(0, -1), first.question)
}

/** The lines of a list, without the sentence above it. */
const lines = (message: string): readonly string[] => message.split('\n').filter((line) => line.startsWith('- '))

describe('a number says what it is', () => {
  it('counts and percentages have no currency, beside amounts either', async () => {
    expect(await told(demo, 'Orders and revenue per channel')).toMatch(/- web: [\d,]+ orders, revenue [\d,]+\.\d\d EUR/)
    expect(await told(demo, 'share of customers with newsletter')).toMatch(/^[\d.]+ % of customers have newsletter\.$/)
    expect(await told(doctors, 'appointments by status')).toContain('- completed: 3 appointments')
  })

  it('money has two decimals everywhere, with a currency or without', async () => {
    for (const question of ['revenue this month', 'highest price', 'average shipping cost'])
      expect(await told(demo, question)).toMatch(/\d\.\d\d EUR\.$/)
    for (const line of lines(await told(demo, 'products with price and stock')))
      expect(line).toMatch(/price [\d,]+\.\d\d EUR, stock \d+ units?$|more$/)
    expect(await told(doctors, 'What is the highest salary?')).toBe('The highest salary of doctors is 9,500.00.')
    expect(await told(pictures, 'total insured value by room')).toContain('- Long Gallery: 8,000.00')
  })

  it('years and ids are not grouped, and are not taken for amounts', async () => {
    expect(await told(demo, 'unpaid orders')).toMatch(/- order \d{4}: /)
    expect(await told(pictures, 'list all paintings')).toContain(
      '- Harbour at Dawn: year 1962, insured value 12,500.50',
    )
  })

  it('in a list, by its name and unit', async () => {
    expect(lines(await told(demo, 'which suppliers have a lead time over 10 days'))[0]).toMatch(
      /: lead time \d+ days, /,
    )
    expect(lines(await told(doctors, 'appointments longer than 25 minutes'))[0]).toContain('duration 30 minutes')
    expect(lines(await told(demo, 'reviews by stars'))[0]).toMatch(/^- rating 1: \d+ reviews?$/)
  })

  it('and one of a thing is not several', async () => {
    expect(await told(doctors, 'patients with more than 1 appointment')).toContain(
      '1 patient with more than 1 appointment',
    )
    expect(await told(doctors, 'How many patients are not insured?')).toBe('There is 1 patient that is not insured.')
  })
})

describe('a list shows what was asked for', () => {
  it('the sum by which its rows were chosen', async () => {
    const { message, rows } = await demo.say('customers who spent over 1500')
    expect(message).toMatch(
      /^\d+ customers whose orders have revenue over 1,500\.00 EUR:\n- .+: revenue [\d,]+\.\d\d EUR/,
    )
    expect(rows.every(([, sum]) => Number(sum) > 1500)).toBe(true)
    expect(await told(pictures, 'rooms with more than 1 painting')).toContain('- Blue Hall: 2 paintings')
  })

  it('the column that was compared, before those that nobody asked for', async () => {
    expect(lines(await told(doctors, 'doctors with a salary above 8500'))[0]).toBe(
      '- Ines Vidal: salary 9,000.50, 2020-01-01',
    )
    expect(lines(await told(demo, 'products cheaper than 50'))[0]).toMatch(/^- [^:]+: price \d+\.\d\d EUR, /)
  })

  it('in words: which comes first, and of one row that it does', async () => {
    expect(await told(demo, 'list the latest 5 orders')).toMatch(/^5 orders, newest first:\n/)
    expect(await told(demo, 'what was the largest order')).toMatch(
      /^The order with the highest total is order \d+: total [\d,]+\.\d\d EUR, /,
    )
  })
})

describe('a sentence is one', () => {
  it('without names of columns', async () => {
    expect(await told(doctors, 'how many appointments are not paid')).toBe(
      'There are 2 appointments that are not paid.',
    )
    expect(await told(doctors, 'patients without a phone')).toMatch(/^2 patients without phone:/)
    expect(await told(doctors, 'How many patients live in Bonn?')).toBe('There are 2 patients in Bonn.')
  })

  it('without seams', async () => {
    expect(await told(demo, 'units sold of helmets this year')).toMatch(
      /^The units sold of category Helmets from .+ were \d+\.$/,
    )
    expect(await told(demo, 'How many units were sold last month?')).toMatch(/^The units sold from .+ were \d+\.$/)
    expect(await told(demo, 'Which country has the most customers?')).toMatch(/^\w+ has the most customers: \d+\.$/)
    expect(await told(demo, 'How many customers registered in 2025?')).toMatch(
      /^There were \d+ customers registered in 2025\.$/,
    )
  })

  it('with its sense the right side up', async () => {
    const total = (await demo.say('How many customers are there?')).rows[0]?.[0]
    const [without, having] = await Promise.all(
      ['How many customers do not get the newsletter?', 'How many customers get the newsletter?'].map((question) =>
        told(demo, question),
      ),
    )
    expect(without).toMatch(/^There are \d+ customers without newsletter\.$/)
    expect(having).toMatch(/^There are \d+ customers with newsletter\.$/)
    const [a, b] = [without, having].map((text) => Number(/\d+/.exec(text ?? '')?.[0]))
    expect((a ?? 0) + (b ?? 0)).toBe(total)
  })

  it('that names the conditions where nothing meets them', async () => {
    expect(await told(doctors, 'appointments in 2019')).toBe('There are no appointments scheduled in 2019.')
  })
})

describe('a yes/no or comparing question', () => {
  it('begins with the verdict', async () => {
    expect(await told(demo, 'Are there any unpaid orders?')).toMatch(/^Yes, there are \d+ orders /)
    expect(await told(pictures, 'are there paintings in the Cellar?')).toMatch(/there are no paintings /i)
    expect(await told(doctors, 'Do we have patients in Trier?')).toBe('Yes, there is 1 patient in Trier.')
  })

  it('then says the difference, in amounts and in percent', async () => {
    const { message, rows } = await demo.say('Is revenue higher this year than last year?')
    const [last, now] = rows.map(([, amount]) => Number(amount))
    const isHigher = (now ?? 0) > (last ?? 0)
    expect(message).toMatch(
      /^(Yes|No): the revenue is [\d,.]+ EUR for 2026 so far against [\d,.]+ EUR for 2025, [\d,.]+ EUR (more|less) \([\d,.]+ %\)\.$/,
    )
    expect(message.startsWith(isHigher ? 'Yes' : 'No')).toBe(true)
    expect(await told(pictures, 'Did we have more visits this month than last month?')).toBe(
      'Yes: 3 visits for November 2026 so far against 2 for October 2026, 1 more (50 %).',
    )
    expect(await told(pictures, 'Did we have fewer visits this month than last month?')).toBe(
      'No: 3 visits for November 2026 so far against 2 for October 2026, 1 more (50 %).',
    )
  })

  it('names the one of two that is ahead', async () => {
    expect(await told(demo, 'Did we have more orders on the web or in the store?')).toMatch(
      /^(Web|Store): [\d,]+ orders for (web|store) against [\d,]+ for (web|store), [\d,]+ more \([\d.]+ %\)\.$/,
    )
    expect(await told(demo, 'revenue this year vs last year')).toMatch(
      /^The revenue is|^Revenue is [\d,.]+ EUR \([\d,.]+ %\) (higher|lower) for /,
    )
  })
})

describe('time', () => {
  it('that has begun ends today', async () => {
    expect(await told(demo, 'revenue this month')).toContain('from 1 to 21 November 2026')
    expect(await told(pictures, 'how many visits this year?')).toContain('from 1 January to 21 November 2026')
  })

  it('that holds what is planned is said whole', async () => {
    expect(await told(doctors, 'How many appointments were there this month?')).toContain('from 1 to 30 November 2026')
  })
})

describe('months, weekdays, stars and quarters are in their own order', () => {
  it.each([
    [demo, 'orders per weekday', ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']],
    [demo, 'reviews by stars', ['rating 1', 'rating 2', 'rating 3', 'rating 4', 'rating 5']],
    [pictures, 'tickets by weekday', ['Monday', 'Wednesday', 'Friday', 'Sunday']],
    [pictures, 'tickets per month', ['2025-03', '2026-10', '2026-11']],
    [pictures, 'paintings by floor', ['floor 1', 'floor 2']],
  ])('%#', async (place, question, labels) => {
    expect(lines(await told(place, question)).map((line) => line.slice(2).split(':')[0])).toEqual(labels)
  })

  it('in the rows as well, whichever has the most', async () => {
    const { rows } = await demo.say('orders per weekday')
    expect(rows.map(([day]) => day).slice(0, 3)).toEqual(['Monday', 'Tuesday', 'Wednesday'])
    expect((await demo.say('reviews by stars')).rows.map(([stars]) => stars)).toEqual([1, 2, 3, 4, 5])
  })
})
