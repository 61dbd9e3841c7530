import type { Refusal } from '../../guard/guarded-query.ts'

/** Ends a check of a text from any depth; `guardDraft` and the verifier return its refusal. */
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
