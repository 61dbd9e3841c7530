import { z } from 'zod'

/** What a validator says of one path. */
export interface ValidatedPath {
  readonly path: string
  readonly types: readonly string[]
  readonly isArray: boolean
}

const Types = z.union([z.string().transform((type) => [type]), z.array(z.string())])
const Node = z.object({
  bsonType: Types.optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  items: z.unknown().optional(),
})

const DEPTH_MAX = 10
const PATHS_MAX = 500

/**
 * The paths that a validator of a collection names (`$jsonSchema`), each parent before its children: what documents may
 * have though none of those sampled has it.
 */
export const validatedPaths = (validator: unknown): readonly ValidatedPath[] => {
  const parsed = z.object({ $jsonSchema: z.unknown() }).safeParse(validator)
  if (!parsed.success) return []
  return [...walk(parsed.data.$jsonSchema, '', 0)].slice(0, PATHS_MAX)
}

function* walk(schema: unknown, prefix: string, depth: number): Generator<ValidatedPath> {
  const node = Node.safeParse(schema)
  if (!node.success || depth > DEPTH_MAX) return
  for (const [name, inner] of Object.entries(node.data.properties ?? {})) {
    if (name === '' || name.startsWith('$') || /[.\p{Cc}]/u.test(name)) continue
    const path = prefix === '' ? name : `${prefix}.${name}`
    const found = Node.safeParse(inner)
    if (!found.success) continue
    const types = found.data.bsonType ?? []
    const isArray = types.includes('array')
    const elements = isArray ? Node.safeParse(found.data.items) : undefined
    const elementTypes = elements?.success ? (elements.data.bsonType ?? []) : []
    yield { path, types: [...types.filter((type) => type !== 'array'), ...elementTypes], isArray }
    yield* walk(isArray ? found.data.items : inner, path, depth + 1)
  }
}
