import { OperatorError } from '../platform/problems/operator-error.ts'

/** A store that cannot be used. The message contains the cause and no credentials. */
export class StoreUnusable extends OperatorError {
  override readonly name = 'StoreUnusable'

  /** The cause without the address; undefined if no server responds. */
  readonly reason: string | undefined

  constructor(shown: string, reason: string | undefined, cause: unknown) {
    const what = reason === undefined ? 'cannot be reached: no server responds' : `cannot be used: ${reason}`
    super(`The store at ${shown} ${what}. Check MONGODB_URI.`, { cause })
    this.reason = reason
  }
}

/** The store was prepared by a newer version, which does not allow writes of this version. */
export class StoreTooNew extends OperatorError {
  override readonly name = 'StoreTooNew'

  constructor(needs: number, known: number) {
    super(
      `The store was prepared by a newer version of Tabletalk (store version ${needs}; this version supports ${known}). ` +
        'This version cannot write to it safely. Run the newer version, or restore a backup from before the upgrade.',
    )
  }
}
