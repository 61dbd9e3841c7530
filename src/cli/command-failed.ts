import { Mendable } from '../platform/problems/mendable.ts'

/** A command cannot do what it was asked; the message tells its reader what to do. */
export class CommandFailed extends Mendable {
  override readonly name: string = 'CommandFailed'
}
