import { Mendable } from '../../platform/problems/mendable.ts'

/** The suite cannot say anything of this database, and why. */
export class CannotAttack extends Mendable {
  override readonly name = 'CannotAttack'
}
