import type { Json } from '../../../platform/values/json.ts'

const PARTS_MAX = 2_000
const DEPTH_MAX = 20
const CHARACTERS_MAX = 50_000

/** True for JSON that is safe to traverse recursively: few nodes, shallow, short. */
export const isSmall = (json: Json): boolean => {
  let parts = 0
  let characters = 0
  let level: readonly Json[] = [json]
  for (let depth = 0; level.length > 0; depth++) {
    const next: Json[] = []
    for (const one of level) {
      if (typeof one === 'string') characters += one.length
      if (++parts > PARTS_MAX || characters > CHARACTERS_MAX) return false
      if (typeof one !== 'object' || one === null) continue
      const below = Object.values(one)
      if (below.length > PARTS_MAX) return false
      for (const part of below) next.push(part)
    }
    if (depth >= DEPTH_MAX && next.length > 0) return false
    level = next
  }
  return true
}
