import type { IndexInput } from './index-input.ts'

/** Input of the workflow `attackPolicy`, shared by API, workflow and worker. */
export type AttackInput = IndexInput

/** The Temporal workflow id of an attack run. */
export const attackWorkflowId = ({ organizationId, jobId }: Pick<AttackInput, 'organizationId' | 'jobId'>): string =>
  `attack/${organizationId}/${jobId}`

/** Maximum attempts, for workers that die during one. */
export const ATTACK_ATTEMPTS_MAX = 3
/** Maximum scratch databases of an attempt: one with all rows, and one per caller. */
export const ATTACK_COPIES_MAX = 3
/** Time limit of one attempt: waiting for a thread of the worker, ten minutes of attacks, and removing the copies. */
export const ATTACK_ATTEMPT_MS = 30 * 60_000
/** Maximum duration of a run with all attempts. */
export const ATTACK_DURATION_MAX_MS = 2 * ATTACK_ATTEMPT_MS

/** Maximum queued and running attack runs of an organization. */
export const ATTACKS_RUNNING_MAX = 2
/** Stored runs per database; the oldest are deleted. */
export const ATTACKS_STORED_MAX = 20
