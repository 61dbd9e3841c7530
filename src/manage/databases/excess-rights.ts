import type { Engine } from '../../engines/engine.ts'
import type { ExcessRights } from '../../engines/shared/describe/inspection.ts'
import { Problem } from '../../platform/problems/problem.ts'

const ASK_MS = 30_000
const NOTHING: ExcessRights = { rights: [], advice: [] }

/** Privileges of the database user beyond reading; none if the engine has no users or does not report them. */
export const excessRightsOf = async (engine: Pick<Engine, 'inspect'>, address: string): Promise<ExcessRights> => {
  try {
    return (await engine.inspect.excessRights?.(address, AbortSignal.timeout(ASK_MS))) ?? NOTHING
  } catch (error) {
    // The database was described just before; this is advice that nothing depends on.
    if (error instanceof Problem) return NOTHING
    throw error
  }
}
