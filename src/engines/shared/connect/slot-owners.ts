import { NO_OWNER, type SlotOwner } from '../../../access/rules/fair-semaphore.ts'
import { SLOT_WAIT_MS } from '../../../access/rules/slot-shares.ts'

/** Time limits for describing a database: usually a user waits for it. */
export const DESCRIBE_LIMITS = { timeoutMs: 30_000, waitMs: 30_000, fastWaitMs: SLOT_WAIT_MS } as const

/** Slot owner for describing: it serves a whole organization, so it does not compete with tenants' queries. */
export const describerOf = (address: string, { organizationId }: SlotOwner = NO_OWNER): SlotOwner => ({
  organizationId,
  tenantId: `\0describe ${address}`,
})

/** Slot owner for counting previewed rows: a party of its organization, separate from tenants' queries. */
export const previewerOf = ({ organizationId }: SlotOwner): SlotOwner => ({
  organizationId,
  tenantId: '\0preview',
})

/**
 * Slot owner for inspecting a server; the same `what` shares slots. @param what with an address in it, that address
 * only
 */
export const inspector = (what: string): SlotOwner => ({ organizationId: 0, tenantId: `\0${what}` })
