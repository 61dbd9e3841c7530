import type { Refusal } from '../../guard/guarded-query.ts'

/** Thrown at any depth of a check; `guardDraft` and the verifier return its refusal. */
export class RefusalError extends Error {
  readonly refusal: Refusal

  constructor(refusal: Refusal) {
    super(refusal.reason)
    this.refusal = refusal
  }
}

/** An error that another draft can avoid. */
export const repairableRefusal = (reason: string, hint: string): RefusalError =>
  new RefusalError({ reason, hint, repairable: true })

/** A refusal that another draft cannot avoid. */
export const finalRefusal = (reason: string, hint: string): RefusalError =>
  new RefusalError({ reason, hint, repairable: false })
