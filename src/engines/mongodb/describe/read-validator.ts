import { z } from 'zod'
import { commentProperty } from '../../../guard/comment.ts'

/** A path that a validator declares. */
export interface ValidatedPath {
  readonly path: string
  readonly types: readonly string[]
  readonly isArray: boolean
  readonly comment?: string
}

/** The content of a collection's validator (`$jsonSchema`). */
interface ValidatorContent {
  readonly comment?: string
  /** Each parent before its children; sampled documents may lack them. */
  readonly paths: readonly ValidatedPath[]
}

const Types = z.union([z.string().transform((type) => [type]), z.array(z.string())])
const Words = z.string().optional().catch(undefined)
const Node = z.object({
  bsonType: Types.optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
  description: Words,
  title: Words,
})

const DEPTH_MAX = 10
const PATHS_MAX = 500

/** Parses a collection's validator, if it is a `$jsonSchema`. */
export const readValidator = (validator: unknown): ValidatorContent => {
  const parsed = z.object({ $jsonSchema: Node }).safeParse(validator)
  if (!parsed.success) return { paths: [] }
  const paths: ValidatedPath[] = []
  for (const path of walk(parsed.data.$jsonSchema, '', 0)) if (paths.push(path) === PATHS_MAX) break
  return { ...commentProperty(wordsOf(parsed.data.$jsonSchema)), paths }
}

const wordsOf = ({ description, title }: z.output<typeof Node>): string | undefined => description ?? title

function* walk({ properties = {} }: z.output<typeof Node>, prefix: string, depth: number): Generator<ValidatedPath> {
  for (const [name, inner] of Object.entries(properties)) {
    if (name === '' || name.startsWith('$') || /[.\p{Cc}]/u.test(name)) continue
    const path = prefix === '' ? name : `${prefix}.${name}`
    const found = Node.safeParse(inner)
    if (!found.success) continue
    const types = found.data.bsonType ?? []
    const isArray = types.includes('array')
    const elements = isArray ? Node.safeParse(found.data.items).data : undefined
    const elementTypes = elements?.bsonType ?? []
    const within = isArray ? elements : found.data
    yield {
      path,
      types: [...types.filter((type) => type !== 'array'), ...elementTypes],
      isArray,
      ...commentProperty(wordsOf(found.data)),
    }
    if (within !== undefined && depth < DEPTH_MAX) yield* walk(within, path, depth + 1)
  }
}
