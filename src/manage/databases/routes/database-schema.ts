import { z } from 'zod'
import { ASYNC_QUERY_TIMEOUT_MAX } from '../../../ask/rules/time-limits.ts'
import { PATTERN_LENGTH_MAX, PATTERNS_MAX } from '../../../guard/included-tables.ts'
import { OWNER_TYPES } from '../../../guard/owner-types.ts'
import { uuid } from '../../../http/input.ts'
import { nameText } from '../../../http/name-text.ts'
import { DRAFTED_KINDS } from '../../glossary/rules/proposal.ts'
import { columnGloss, GlossaryFile, phraseGloss, tableGloss } from '../../written-files/glossary-file.ts'
import { ROWS_RULES, SHARED_VALUES_RULES, THINKING_RULES } from '../rules/database-settings.ts'

const count = z.int().min(0)
const type = z.enum(['integer', 'string'], 'must be integer or string')
/** Types as in policies: document databases have two more, and may have owners of several types. */
const ownerType = z.enum(OWNER_TYPES)
export const ownerTypes = z.union([ownerType, z.array(ownerType).min(1).readonly()])
const missing = z.enum(['deny', 'ignore'], 'must be deny or ignore')

const rowsRule = z.enum(ROWS_RULES, 'must be none')
const sharedValuesRule = z
  .enum(SHARED_VALUES_RULES, 'must be off')
  .describe(
    '`off`: no value that was read from rows of a tenant is disclosed to other tenants, regardless of how many tenants have it.',
  )
const thinkingRule = z
  .enum(THINKING_RULES, 'must be shown')
  .describe('`shown`: `status` events of streams include the thinking of the model; never with a public key.')

/** How rows are assigned to tenants and scopes; null if they are not. */
const Scoping = z.object({
  tenant_column: z.string().nullable(),
  tenant_id_type: ownerTypes.nullable(),
  scope_column: z.string().nullable(),
  missing_scope: missing.nullable(),
})

/** A connected database (specification, Database configuration). Its address is never returned. */
export const DatabaseItem = z
  .object({
    id: z.uuid(),
    name: z.string(),
    engine: z.string(),
    requires_organization_scoping: z.boolean(),
    scoping: Scoping,
    async_query_timeout: z
      .int()
      .nullable()
      .describe(
        'Time limit in seconds for queries of questions with `Prefer: respond-async`; null: the default of the installation.',
      ),
    rows: rowsRule
      .nullable()
      .describe(
        '`none`: no rows are sent to a model provider; null: the rows that the model puts into words are sent.',
      ),
    shared_values: sharedValuesRule
      .nullable()
      .describe(
        '`off`: no values from rows of tenants are disclosed to others; null: values that at least three tenants have are disclosed.',
      ),
    thinking: thinkingRule
      .nullable()
      .describe('`shown`: `status` events of streams include the thinking of the model; null: they do not.'),
    public_exports: z.boolean().describe('Whether database keys may export all rows of an answer.'),
    /** Patterns of the included tables; null: all. */
    include: z.array(z.string()).nullable(),
    created_at: z.iso.datetime({ precision: 3 }),
  })
  .meta({ id: 'Database' })

const TablePolicyItem = z.looseObject({ mode: z.string() })

/** A policy in the format of its file. */
export const PolicyItem = z
  .looseObject({
    version: z.literal(1),
    engine: z.string(),
    tenant: z.object({ column: z.string(), type: ownerTypes }).optional(),
    scope: z.object({ column: z.string(), type: ownerTypes, missing_scope: missing }).optional(),
    tables: z.record(z.string(), TablePolicyItem),
  })
  .meta({ id: 'Policy' })

/** A glossary in the format of its file. */
export const GlossaryItem = GlossaryFile.meta({ id: 'Glossary' })

/** A proposed glossary that is not stored. */
export const GlossaryDraftItem = z
  .object({
    glossary: GlossaryItem,
    proposals: z.array(
      z.object({
        kind: z.enum(DRAFTED_KINDS),
        about: z.string().describe('A table, or a column as TABLE.COLUMN.'),
        says: z.string(),
        evidence: z.string().describe('The reason for the proposal.'),
        entry: z
          .discriminatedUnion('of', [
            z.object({ of: z.literal('table'), gloss: tableGloss }),
            z.object({ of: z.literal('column'), gloss: columnGloss }),
            z.object({ of: z.literal('phrase'), gloss: phraseGloss }),
          ])
          .describe('What the glossary gets if the proposal is accepted.'),
      }),
    ),
    notes: z.array(z.string()).describe('What was skipped, and why.'),
  })
  .meta({ id: 'GlossaryDraft' })

const ToConfirm = z.object({ table: z.string(), policy: TablePolicyItem, reason: z.string() })
const Drift = z.object({
  table: z.string(),
  kind: z.string(),
  column: z.string().describe('The column that needs a decision, if `kind` is `column waits`.').optional(),
  detail: z.string(),
})
const MissingIndex = z.object({
  table: z.string(),
  column: z.string(),
  rows: count.nullable(),
  reason: z.string(),
  statement: z.string().nullable(),
})

/** The review of a policy. */
export const ReviewItem = z
  .object({
    /** Tables that are at least partly visible. */
    open: z.array(z.string()),
    /** Proposals that take effect once they are confirmed. */
    to_confirm: z.array(ToConfirm),
    /** Policy drift. */
    drift: z.array(Drift),
    /** Missing indexes for its filters. */
    missing_indexes: z.array(MissingIndex),
  })
  .meta({ id: 'PolicyReview' })

export const ReviewedPolicyItem = ReviewItem.extend({ policy: PolicyItem }).meta({ id: 'ReviewedPolicy' })

/** A database that was just connected. */
export const ConnectedItem = DatabaseItem.extend(ReviewItem.shape)
  .extend({
    /** Privileges of the database user beyond reading. */
    excess_rights: z.array(z.string()),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ConnectedDatabase' })

export const TestedItem = z
  .object({
    ok: z.literal(true),
    engine: z.string(),
    server_version: z.string(),
    tables: count,
    latency_ms: count,
    excess_rights: z.array(z.string()),
  })
  .meta({ id: 'DatabaseTest' })

export const TriedItem = TestedItem.extend({
  likely_tenant_column: z
    .string()
    .nullable()
    .describe('The column that appears to hold the tenant of each row; null if there is none.'),
}).meta({ id: 'AddressTest' })

/** The schema of a database in the format of its file: tables, or collections. */
export const SchemaItem = z
  .looseObject({
    engine: z.string(),
    tables: z.array(z.looseObject({ name: z.string() })).optional(),
    collections: z.array(z.looseObject({ name: z.string() })).optional(),
  })
  .meta({ id: 'DatabaseSchema' })

export const text = (max: number) => z.string().min(1).max(max, `must have at most ${max} characters`)
export const column = text(255)

/** Long enough for an address that contains CA certificates. */
const url = text(150_000)

const connection = z.strictObject({
  engine: text(30).regex(/^[a-z]+$/, 'must be an engine name such as postgres'),
  host: text(255),
  port: z.int('must be a whole number').min(1).max(65_535).optional(),
  database: text(255),
  user: text(255).optional(),
  password: text(1_000).optional(),
  sslmode: text(30).optional(),
  /** CA certificate of the server, in PEM. */
  ca: text(100_000).optional(),
})

const scoping = z.strictObject({
  tenant_column: column.optional(),
  tenant_id_type: type.optional(),
  scope_column: column.optional(),
  missing_scope: missing.optional(),
})

const asyncQueryTimeout = z
  .int('must be a whole number of seconds')
  .min(1)
  .max(ASYNC_QUERY_TIMEOUT_MAX)
  .describe(
    'Time limit in seconds for queries of questions with `Prefer: respond-async`; by default that of the installation. Public keys have the usual limit.',
  )

const include = z
  .array(text(PATTERN_LENGTH_MAX), 'must be a list of names')
  .min(1, 'must name a table')
  .max(PATTERNS_MAX, `must have at most ${PATTERNS_MAX} patterns`)

const flag = z.boolean('must be true or false')

/** A database to connect: its URL, or the parts of it. */
export const ConnectBody = z
  .strictObject({
    name: nameText,
    url: url.optional(),
    connection: connection.optional(),
    /** Whether each question requires a tenant; implied by `scoping`. */
    requires_organization_scoping: flag.optional(),
    scoping: scoping.optional(),
    async_query_timeout: asyncQueryTimeout.optional(),
    /** `none`: rows are never sent to the model provider; a template words them. */
    rows: rowsRule.optional(),
    shared_values: sharedValuesRule.optional(),
    thinking: thinkingRule.optional(),
    /** Whether database keys may export all rows of an answer; false by default. */
    public_exports: flag.optional(),
    /** Patterns of the included tables: `sales_*`, `public.*`; `?` matches one character. */
    include: include.optional(),
    /** Used instead of a proposed policy. */
    policy: z.looseObject({}).optional(),
  })
  .meta({ id: 'ConnectDatabaseRequest' })

/** An address to test; it is not stored. */
export const TryBody = ConnectBody.pick({ url: true, connection: true, include: true }).meta({
  id: 'TryAddressRequest',
})

/** Changes of a database: omitted fields stay unchanged. */
export const DatabasePatch = z
  .strictObject({
    name: nameText.optional(),
    url: url.optional(),
    connection: connection.optional(),
    requires_organization_scoping: flag.optional(),
    scoping: z
      .strictObject({ ...scoping.shape, scope_column: column.nullish(), missing_scope: missing.optional() })
      .optional(),
    async_query_timeout: asyncQueryTimeout.nullish(),
    rows: rowsRule.nullish(),
    shared_values: sharedValuesRule.nullish(),
    thinking: thinkingRule.nullish(),
    public_exports: flag.optional(),
    /** Null: all tables. */
    include: include.nullish(),
  })
  .meta({ id: 'DatabasePatch' })

export const tables = z.array(column).max(10_000, 'must have at most 10000 tables')
/** Columns as TABLE.COLUMN. */
const columns = z.array(text(511)).max(10_000, 'must have at most 10000 columns')

/** A complete policy. */
export const PolicyBody = z.looseObject({}).meta({ id: 'PolicyRequest' })

/** Decisions about tables and columns. */
export const PolicyPatch = z
  .strictObject({
    /** Confirms all proposals, or those of these tables. */
    accept: z.union([z.literal(true), tables], 'must be true or a list of tables').optional(),
    /** Shows all rows of these tables to every tenant. */
    share: tables.optional(),
    /** Closes these tables. */
    deny: tables.optional(),
    hide: columns.describe('Columns to hide, each as TABLE.COLUMN.').optional(),
    show: columns
      .describe('Columns to show although they look secret; secret-looking columns that no `show` lists are hidden.')
      .optional(),
  })
  .meta({ id: 'PolicyPatch' })

export const databaseIdPath = z.object({ database_id: uuid })
