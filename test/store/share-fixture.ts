import type { ShareLink } from '../../src/manage/shares/rules/share-link.ts'
import type { SharedAnswer } from '../../src/manage/shares/rules/shared-answer.ts'
import { run } from './run-fixture.ts'

/** A link to an answer in conversation `c` of Ann, valid for ten years. */
export const shareLink = (organizationId: number, id = 'share'): ShareLink => ({
  id,
  organizationId,
  scopeId: 'ann',
  databaseId: 'shop',
  conversationId: 'c',
  messageId: 'turn.assistant',
  createdAt: new Date('2026-11-21T10:00:00.000Z'),
  expiresAt: new Date('2036-11-21T10:00:00.000Z'),
  includesQuery: false,
})

export const SHARED: SharedAnswer = {
  question: 'Why?',
  message: 'Because.',
  askedAt: '2026-11-21T10:00:00.000Z',
  scopeId: 'ann',
  sources: ['orders'],
  assumptions: [],
  parts: [{ result: run(1).result }],
}

export const SHARE_TOKEN = `sh_${'a'.repeat(64)}`
