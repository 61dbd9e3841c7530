import { tokenise } from '../../../src/knowledge/words/index.ts'
import { periodAt, timeAt } from '../../../src/planner/builtin/words/index.ts'

const windowOf = (text: string, today = '2026-11-21', future = false) => {
  const tokens = tokenise(text)
  const found = timeAt(tokens, 0, { today, future })
  if (found?.kind !== 'window') return undefined
  return found.length === tokens.length ? [found.window.from, found.window.to] : undefined
}

describe('Time expressions', () => {
  test.each([
    ['today', '2026-11-21', '2026-11-22'],
    ['yesterday', '2026-11-20', '2026-11-21'],
    ['this week', '2026-11-16', '2026-11-23'],
    ['last week', '2026-11-09', '2026-11-16'],
    ['this month', '2026-11-01', '2026-12-01'],
    ['last month', '2026-10-01', '2026-11-01'],
    ['last quarter', '2026-07-01', '2026-10-01'],
    ['this year', '2026-01-01', '2027-01-01'],
    ['in the last 30 days', '2026-10-22', '2026-11-22'],
    ['past two weeks', '2026-11-07', '2026-11-22'],
    ['last 3 months', '2026-08-21', '2026-11-22'],
    ['next 7 days', '2026-11-21', '2026-11-28'],
    ['in March', '2026-03-01', '2026-04-01'],
    ['in December', '2025-12-01', '2026-01-01'],
    ['in March 2024', '2024-03-01', '2024-04-01'],
    ['December last year', '2025-12-01', '2026-01-01'],
    ['in 2025', '2025-01-01', '2026-01-01'],
    ['Q2', '2026-04-01', '2026-07-01'],
    ['Q4 2025', '2025-10-01', '2026-01-01'],
    ['the second quarter of last year', '2025-04-01', '2025-07-01'],
    ['first half of 2025', '2025-01-01', '2025-07-01'],
    ['year to date', '2026-01-01', '2026-11-22'],
    ['between March and June', '2026-03-01', '2026-07-01'],
    ['from 1 March to 15 April 2026', '2026-03-01', '2026-04-16'],
    ['between November and January 2026', '2025-11-01', '2026-02-01'],
    ['on 5 May 2026', '2026-05-05', '2026-05-06'],
    ['March 5th, 2025', '2025-03-05', '2025-03-06'],
    ['on 2026-02-28', '2026-02-28', '2026-03-01'],
    ['on 3/15/2025', '2025-03-15', '2025-03-16'],
    ['since 15.3.2025', '2025-03-15', null],
    ['before 31/12/2025', null, '2025-12-31'],
    ['on 2025/3/15', '2025-03-15', '2025-03-16'],
    ['between 1/1/2025 and 3/31/25', '2025-01-01', '2025-04-01'],
    ['from 1.3.25 to 31.3.25', '2025-03-01', '2025-04-01'],
    ['3 days ago', '2026-11-18', '2026-11-19'],
    ['two years ago', '2024-01-01', '2025-01-01'],
    ['the year before last', '2024-01-01', '2025-01-01'],
    ['last Friday', '2026-11-20', '2026-11-21'],
  ])('are read as a half-open range of days: %s', (text, from, to) => {
    expect(windowOf(text)).toEqual([from, to])
  })

  test.each([
    ['since March', '2026-03-01', null],
    ['since the start of the year', '2026-01-01', null],
    ['after 2024', '2025-01-01', null],
    ['before 2025', null, '2025-01-01'],
    ['until June', null, '2026-07-01'],
    ['more than 30 days ago', null, '2026-10-22'],
  ])('are read as a range with one open end: %s', (text, from, to) => {
    expect(windowOf(text)).toEqual([from, to])
  })

  test.each([
    ['last month', '2026-01-15', '2025-12-01', '2026-01-01'],
    ['last quarter', '2026-02-01', '2025-10-01', '2026-01-01'],
    ['last week', '2026-01-01', '2025-12-22', '2025-12-29'],
    ['this week', '2026-01-01', '2025-12-29', '2026-01-05'],
    ['last week', '2026-03-01', '2026-02-16', '2026-02-23'],
  ])('cross the year: %s on %s', (text, today, from, to) => {
    expect(windowOf(text, today)).toEqual([from, to])
  })

  it('use leap years: one month before 31 March 2024 is 29 February', () => {
    expect(windowOf('last 1 month', '2024-03-31')).toEqual(['2024-02-29', '2024-04-01'])
    expect(windowOf('in February 2024')).toEqual(['2024-02-01', '2024-03-01'])
    expect(windowOf('29 February 2025')).toBeUndefined()
  })

  it('are read as the next month for columns with future dates', () => {
    expect(windowOf('in January', '2026-11-21', true)).toEqual(['2027-01-01', '2027-02-01'])
  })

  it('do not include amounts that look like years', () => {
    const tokens = tokenise('more than 2000 euros')
    expect(periodAt(tokens, 2, { today: '2026-11-21', future: false })).toBeUndefined()
  })

  test.each([
    ['per month', 'month'],
    ['by week', 'week'],
    ['for each quarter', 'quarter'],
    ['daily', 'day'],
    ['over time', 'month'],
    ['per day of the week', 'weekday'],
  ])('group by a time unit: %s by %s', (text, bucket) => {
    expect(timeAt(tokenise(text), 0, { today: '2026-11-21', future: false })).toMatchObject({ kind: 'bucket', bucket })
  })
})
