import type { IndexInput } from './index-input.ts'

/** Input of the workflow `attackPolicy`: what the API, the workflow and the worker agree on. */
export type AttackInput = IndexInput

/** Where a run of attacks is found in Temporal. */
export const attackWorkflowId = ({ organizationId, jobId }: Pick<AttackInput, 'organizationId' | 'jobId'>): string =>
  `attack/${organizationId}/${jobId}`

/** A worker may die in each of them. */
export const ATTACK_ATTEMPTS_MAX = 3
/** Scratch databases that an attempt makes at most: one with the rows of all, and one for each caller. */
export const ATTACK_COPIES_MAX = 3
/** For one attempt: waiting for a thread of its worker, ten minutes of attacks, and removing the copies. */
export const ATTACK_ATTEMPT_MS = 30 * 60_000
/** No run takes longer, with all of its attempts. */
export const ATTACK_LONGEST_MS = 2 * ATTACK_ATTEMPT_MS

/** Runs of an organization that may be waiting or running at once. */
export const ATTACKS_RUNNING_MAX = 2
/** Runs of a database that are kept: the oldest are dropped. */
export const ATTACKS_KEPT = 20
