import { z } from 'zod'
import { TYPED_VALUES } from '../../engines/shared/engine-traits.ts'
import { OWNER_TYPES, type OwnerTypes, PLAIN_OWNER_TYPES } from '../../guard/owner-types.ts'
import type { Policy } from '../../guard/policy.ts'
import type { Schema } from '../../guard/schema.ts'
import { readInput } from '../written-files/input-file.ts'
import { CollectionsFile, WrittenComment } from './collections-file.ts'
import { qualifiedPolicy, qualifiedSchema } from './qualified-names.ts'

const name = z.string().min(1).max(255)
const columns = z.array(name).readonly().exactOptional()
const common = { scope_column: name.exactOptional(), hide: columns, show: columns }

const own = <Mode extends 'tenant' | 'tenantRoot' | 'sharedOrOwn'>(mode: Mode) =>
  z.strictObject({ mode: z.literal(mode), column: name.exactOptional(), ...common })

const Entry = z.discriminatedUnion('mode', [
  own('tenant'),
  own('tenantRoot'),
  own('sharedOrOwn'),
  z.strictObject({
    mode: z.literal('via'),
    fk: name,
    ref: z.string().regex(/^[^\n]+\.[^.\n]+$/, 'must be written as table.column'),
    ...common,
  }),
  z.strictObject({ mode: z.literal('shared'), ...common }),
  z.strictObject({ mode: z.literal('deny'), ...common }),
])

const PLAIN = z.enum(
  PLAIN_OWNER_TYPES,
  'must be integer or string: other types, or several types, are only supported for document databases',
)
const typesOfDocuments = z.custom<OwnerTypes>((value) => {
  const types = Array.isArray(value) ? value : [value]
  return types.length > 0 && new Set(types).size === types.length && types.every((one) => isOwnerType(one))
}, 'must be integer, string, objectId or uuid, or a list of these without duplicates')

const isOwnerType = (value: unknown): boolean => OWNER_TYPES.some((type) => type === value)

const policyFile = (type: z.ZodType<OwnerTypes>) =>
  z
    .strictObject({
      version: z.literal(1),
      engine: name,
      tenant: z.strictObject({ column: name, type }).exactOptional(),
      scope: z.strictObject({ column: name, type, missing_scope: z.enum(['deny', 'ignore']) }).exactOptional(),
      tables: z.record(name, Entry).readonly(),
    })
    .superRefine(({ tenant, tables }, context) => {
      if (tenant !== undefined) return
      for (const [table, entry] of Object.entries(tables)) {
        const isOwn = entry.mode === 'tenant' || entry.mode === 'tenantRoot' || entry.mode === 'sharedOrOwn'
        if (isOwn && entry.column === undefined)
          context.addIssue({
            code: 'custom',
            path: ['tables', table],
            message: `${entry.mode} requires a column, or \`tenant\` at the top of the policy`,
          })
      }
    })

const PolicyFile = policyFile(PLAIN)
const PolicyOfDocuments = policyFile(typesOfDocuments)

const SchemaFile = z.strictObject({
  engine: name,
  caseSensitiveTables: z.boolean().exactOptional(),
  database: z.string().exactOptional(),
  types: z
    .array(
      z.strictObject({
        declared: z.string(),
        schema: name,
        name,
        labels: z.array(z.string()).readonly().exactOptional(),
        base: z.string().exactOptional(),
        fields: z.array(z.string()).readonly().exactOptional(),
      }),
    )
    .readonly()
    .exactOptional(),
  tables: z
    .array(
      z.strictObject({
        schema: name.exactOptional(),
        name,
        columns: z
          .array(
            z.strictObject({
              name,
              type: z.string(),
              nullable: z.boolean(),
              comment: WrittenComment.exactOptional(),
              generatedFrom: z.array(name).readonly().exactOptional(),
              virtual: z.literal(true).exactOptional(),
            }),
          )
          .readonly(),
        primaryKey: z.array(name).readonly().default([]),
        foreignKeys: z
          .array(
            z.strictObject({
              columns: z.array(name).readonly(),
              refTable: name,
              refColumns: z.array(name).readonly(),
              inferred: z.literal(true).exactOptional(),
            }),
          )
          .readonly()
          .default([]),
        indexes: z.array(z.array(name).readonly()).readonly().exactOptional(),
        comment: WrittenComment.exactOptional(),
        rowCount: z.number().int().nonnegative().exactOptional(),
      }),
    )
    .readonly(),
})

/**
 * Parses a policy of the command's file or of a request body. Names are qualified (`qualifiedPolicy`).
 * @throws FileInvalid with every mistake and its path; unknown keys are mistakes, because a misspelt `hide` would hide
 * nothing
 */
export const readPolicy = (value: unknown): Policy =>
  qualifiedPolicy(readInput(isOfTypedValues(value) ? PolicyOfDocuments : PolicyFile, value, 'policy'))

const isOfTypedValues = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'engine' in value && TYPED_VALUES.has(String(value.engine))

/** Parses a schema file with tables or collections, as written from `describe`. @throws FileInvalid */
export const readSchema = (value: unknown): Schema =>
  typeof value === 'object' && value !== null && 'collections' in value
    ? readInput(CollectionsFile, value, 'schema')
    : qualifiedSchema(readInput(SchemaFile, value, 'schema'))
