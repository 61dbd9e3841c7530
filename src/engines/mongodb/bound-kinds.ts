/** As what a bound value is compared with a path: one comparison covers all kinds of numbers. */
export const BOUND_KINDS = ['number', 'string', 'objectId', 'uuid'] as const

export type BoundKind = (typeof BOUND_KINDS)[number]

const KINDS: ReadonlyMap<string, BoundKind> = new Map([
  ...(['int', 'long', 'double', 'decimal', 'number'] as const).map((type) => [type, 'number'] as const),
  ...[['string', 'string'] as const, ['objectId', 'objectId'] as const, ['binData', 'uuid'] as const],
])

/** What a path of these types is compared as: `string | int` as a text and as a number. */
export const boundKinds = (types: string): readonly BoundKind[] => [
  ...new Set(types.split('|').flatMap((type) => KINDS.get(type.trim()) ?? [])),
]
