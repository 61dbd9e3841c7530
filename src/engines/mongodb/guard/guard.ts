import type { GuardRules } from '../../../guard/guard-rules.ts'
import { type GuardedQuery, type GuardResult, type QueryCandidate, seal } from '../../../guard/guarded-query.ts'
import { filtersOf } from '../../../guard/table-access.ts'
import { RefusalError } from '../../shared/refuse.ts'
import type { JsonObject } from '../language/literals.ts'
import { LIMIT_MAX } from '../language/stages.ts'
import { verify } from '../verify/verify.ts'
import { Collections } from './collections.ts'
import { readDraft } from './draft/read-draft.ts'
import { findCommand, stagesOfFind } from './find-command.ts'
import { BoundValues } from './head.ts'
import { WalkedPipelines } from './pipeline/walk-pipelines.ts'
import type { Shape } from './shape/shape.ts'

/**
 * Rewrites a draft so that it can only see the caller's documents, or refuses it: parse as JSON with limits, check
 * every stage, operator and name by allow-list, insert the restriction before everything that reads a collection, and
 * verify the command. Does not access the database, and takes microseconds.
 */
export const guardDraft = async (draft: string, rules: GuardRules): Promise<GuardResult> => {
  try {
    const bounds = new BoundValues()
    const pipelines = new WalkedPipelines(Collections.of(rules), bounds)
    const { command, shape } = commandOf(draft, pipelines, bounds)
    const reads = [...pipelines.reads]
    const candidate: QueryCandidate = {
      engine: 'mongodb',
      statement: JSON.stringify(command),
      parameters: bounds.parameters,
      tables: reads.map(({ name }) => name),
      filters: filtersOf(reads.map(({ access }) => access)),
    }
    const result = await seal(candidate, async (sealed) => verify(sealed, rules))
    if (result.ok) shapes.set(result.query, shape)
    return result
  } catch (error) {
    if (error instanceof RefusalError) return { ok: false, refusal: error.refusal }
    throw error
  }
}

/** Shapes of the results of guarded queries. */
const shapes = new WeakMap<GuardedQuery, Shape>()

export const resultShape = (query: GuardedQuery): Shape | undefined => shapes.get(query)

const commandOf = (
  text: string,
  pipelines: WalkedPipelines,
  bounds: BoundValues,
): { readonly command: JsonObject; readonly shape: Shape } => {
  const draft = readDraft(text)
  const { collection } = draft
  const stages = draft.op === 'find' ? stagesOfFind(draft) : draft.pipeline
  const { stages: pipeline, shape } = pipelines.walkDraft(collection, stages)
  const found = draft.op === 'find' ? findCommand(draft, pipelines, bounds) : undefined
  if (found !== undefined) return { command: found, shape }
  const { $limit: last } = pipeline.at(-1) ?? {}
  const isShort = typeof last === 'number' && last <= LIMIT_MAX
  const limited = isShort ? pipeline : [...pipeline, { $limit: LIMIT_MAX }]
  return { command: { op: 'aggregate', collection, pipeline: limited }, shape }
}
