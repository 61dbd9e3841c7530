import type { Refusal } from '../../domain/guard/guarded-query.ts'

/** Leaves the guard from any depth; it never leaves the guard's folder. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** A slip that another draft can avoid. */
export const slip = (reason: string, hint: string): Refused => new Refused({ reason, hint, repairable: true })

/** Nothing that a better draft would do. */
export const attack = (reason: string, hint: string): Refused => new Refused({ reason, hint, repairable: false })
