import { quotaNear } from '../../../src/manage/webhooks/rules/webhook-event.ts'

describe('Event id of a nearly used up quota', () => {
  const near = { quota: 'questions', period: '2026-11-01', used: 80, limit: 100 } as const
  const idOf = (organizationId: number, data: Parameters<typeof quotaNear>[2], at = '2026-11-25T10:00:00.000Z') =>
    quotaNear(organizationId, at, data).id

  it('is the same for every report and differs by quota, period and organization', () => {
    expect(idOf(7, near)).toBe(idOf(7, { ...near, used: 81 }, '2026-11-26T10:00:00.000Z'))
    const others = [idOf(8, near), idOf(7, { ...near, quota: 'tokens' }), idOf(7, { ...near, period: '2026-12-01' })]
    expect(new Set([idOf(7, near), ...others]).size).toBe(4)
  })
})
