import { Mendable } from '../domain/mendable.ts'

/** A store that cannot be used as it is: a sentence that names the cause, and nothing of who may use it. */
export class StoreUnusable extends Mendable {
  override readonly name = 'StoreUnusable'

  /** What is wrong, without the address; undefined where nobody answers there. */
  readonly reason: string | undefined

  constructor(shown: string, reason: string | undefined, cause: unknown) {
    const what = reason === undefined ? 'cannot be reached: nobody answers there' : `cannot be used: ${reason}`
    super(`The store at ${shown} ${what}. MONGODB_URI names it.`, { cause })
    this.reason = reason
  }
}

/** The store was written by a newer version of the program, which says that this one may not. */
export class StoreTooNew extends Mendable {
  override readonly name = 'StoreTooNew'

  constructor(needs: number, known: number) {
    super(
      `The store was prepared by a newer version of Tabletalk (version ${needs} of the store; this program knows ${known}), ` +
        'and this one would write what that cannot read. Run that version again, or restore a backup from before it.',
    )
  }
}
