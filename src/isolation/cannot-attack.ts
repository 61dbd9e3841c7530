/** The suite cannot say anything of this database, and why. */
export class CannotAttack extends Error {
  override readonly name = 'CannotAttack'
}
