import { OperatorError } from '../../platform/problems/operator-error.ts'

/** A database that cannot be tested by attacks; the message contains the reason. */
export class UntestableDatabaseError extends OperatorError {
  override readonly name = 'UntestableDatabaseError'
}
