import type { Engine } from '../../engines/engine.ts'
import type { ExcessRights } from '../../engines/shared/describe/inspection.ts'
import { Problem } from '../../platform/problems/problem.ts'

const ASK_MS = 30_000
const NOTHING: ExcessRights = { rights: [], advice: [] }

/** Rights of an address's user beyond reading; none where the engine has no users or does not report them. */
export const excessRightsOf = async (engine: Pick<Engine, 'inspect'>, address: string): Promise<ExcessRights> => {
  try {
    return (await engine.inspect.excessRights?.(address, AbortSignal.timeout(ASK_MS))) ?? NOTHING
  } catch (error) {
    // A description worked a moment ago; this is advice, and nothing depends on it.
    if (error instanceof Problem) return NOTHING
    throw error
  }
}
