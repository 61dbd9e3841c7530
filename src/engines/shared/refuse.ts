import type { Refusal } from '../../guard/guarded-query.ts'

/** Thrown at any depth of a check; `guardDraft` and the verifier return its refusal. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** An error that another draft can avoid. */
export const repairableRefusal = (reason: string, hint: string): Refused =>
  new Refused({ reason, hint, repairable: true })

/** A refusal that another draft cannot avoid. */
export const finalRefusal = (reason: string, hint: string): Refused => new Refused({ reason, hint, repairable: false })
