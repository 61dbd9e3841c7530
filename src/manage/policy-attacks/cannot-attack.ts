import { Mendable } from '../../platform/problems/mendable.ts'

/** A database that cannot be tested by attacks; the message contains the reason. */
export class CannotAttack extends Mendable {
  override readonly name = 'CannotAttack'
}
