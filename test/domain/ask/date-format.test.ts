import { describe, expect, it } from '@jest/globals'
import { dateFormatOf } from '../../../src/ask/rules/date-format.ts'
import { kindOfColumn } from '../../../src/knowledge/catalog/kind-of-column.ts'

describe('Date format of a text column', () => {
  it.each([
    [['2025-01-31', '2025-02-01', '2024-12-24'], 'YYYY-MM-DD'],
    [['31.01.2025', '01.02.2025', '24.12.2024'], 'DD.MM.YYYY'],
    [['01/31/2025', '02/01/2025', '12/24/2024'], 'MM/DD/YYYY'],
    [['03-JAN-24', '04-FEB-24', '05-MAR-24'], 'DD-MON-YY'],
    [['2025-01-31 10:00:00', '2025-02-01 10:00:00', '2024-12-24 10:00:00'], 'YYYY-MM-DD hh:mm:ss'],
  ])('of %j is %s', (texts, format) => expect(dateFormatOf(texts)).toBe(format))

  it('is undefined if day and month are ambiguous, a text is not a date, or there are too few texts', () => {
    expect(dateFormatOf(['01/02/2025', '03/04/2025', '05/06/2025'])).toBeUndefined()
    expect(dateFormatOf(['2025-01-31', '2025-02-01', 'soon'])).toBeUndefined()
    expect(dateFormatOf(['2025-01-31', '2025-02-01', '2025-02-01'])).toBeUndefined()
    expect(dateFormatOf(['2025-13-31', '2025-02-01', '2025-02-02'])).toBeUndefined()
  })

  it('is published only if at least three tenants have dates in it', () => {
    const times = new Map(['2025-01-31', '2025-02-01', '2024-12-24'].map((text) => [text, 1]))
    const of = (tenants: number) =>
      kindOfColumn({
        table: 'orders',
        column: 'placed',
        byTenant: true,
        parts: Array.from({ length: tenants }, () => ({ times, isWhole: true, hasAllTexts: true })),
      }).dateFormat
    expect([of(2), of(3)]).toEqual([undefined, 'YYYY-MM-DD'])
  })
})
