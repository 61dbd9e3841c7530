import { z } from 'zod'
import { canonicalOrigin } from '../../../access/rules/admit.ts'
import { KEY_STATUSES } from '../../../access/rules/api-key.ts'
import { ANSWER_DETAILS } from '../../../access/rules/disclosure.ts'
import { KEY_PERMISSIONS } from '../../../access/rules/permit.ts'
import { uuid } from '../../../http/input.ts'
import { nameText } from '../../../http/name-text.ts'
import { canonicalAddress } from '../../../platform/network/client-address.ts'

const timestamp = z.iso.datetime({ precision: 3 })
const KINDS = ['organization', 'database'] as const

const fields = {
  id: z.string(),
  name: z.string().nullable(),
  kind: z.enum(KINDS),
  /** Set for database keys. */
  database_id: z.uuid().nullable(),
  /** The beginning and the end of the key. */
  hint: z.string(),
  status: z.enum(KEY_STATUSES),
  /** Null: all. */
  permissions: z.array(z.enum(KEY_PERMISSIONS)).readonly().nullable(),
  /** Null: any page. */
  origins: z.array(z.string()).readonly().nullable(),
  /** Null: any address. */
  addresses: z.array(z.string()).readonly().nullable(),
  /** Null for organization keys, which receive all. */
  answer_details: z.array(z.enum(ANSWER_DETAILS)).readonly().nullable(),
  user_id: z.int(),
  created_at: timestamp,
  /** With a precision of one minute. */
  last_used_at: timestamp.nullable(),
  expires_at: timestamp.nullable(),
  revoked_at: timestamp.nullable(),
  /** Until this time the key from before the last rotation is accepted as well. */
  previous_until: timestamp.nullable(),
}

/** An API key without its text. */
export const ApiKeyItem = z.object(fields).meta({ id: 'ApiKey' })

/** A new key with its text, which is returned only once. */
export const ShownApiKey = z
  .object({ ...fields, key: z.string(), warnings: z.array(z.string()) })
  .meta({ id: 'ShownApiKey' })

const LIST_MAX = 100

const ORIGIN = 'must be written as https://shop.example or https://*.shop.example, without a path'
const ADDRESS = 'must be written as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32'

/** A list of texts, stored in canonical form without duplicates. */
const texts = (canonical: (text: string) => string | undefined, message: string) =>
  z
    .array(
      z
        .string(message)
        .max(255, message)
        .refine((text) => canonical(text) !== undefined, message)
        .transform((text) => canonical(text) ?? text),
    )
    .min(1)
    .max(LIST_MAX)
    .transform((list) => [...new Set(list)])

const moment = z.iso
  .datetime({ offset: true, error: 'must be a date and time such as 2027-01-31T12:00:00Z' })
  .refine((text) => Date.parse(text) > Date.now(), 'must be in the future')
  .transform((text) => new Date(text).toISOString())

const limits = {
  permissions: z
    .array(z.enum(KEY_PERMISSIONS, `must be among ${KEY_PERMISSIONS.join(', ')}`))
    .min(1)
    .max(LIST_MAX)
    .transform((list) => [...new Set(list)])
    .nullish(),
  origins: texts(canonicalOrigin, ORIGIN).nullish(),
  addresses: texts(canonicalAddress, ADDRESS).nullish(),
  expires_at: moment.nullish(),
  answer_details: z
    .array(z.enum(ANSWER_DETAILS, `must be among ${ANSWER_DETAILS.join(', ')}`))
    .max(LIST_MAX)
    .transform((list) => [...new Set(list)])
    .optional()
    .meta({
      description:
        'Only for database keys: what their answers contain beyond text, rows and chart. `queries`: the statements. `receipts`: tables and filters, and tokens in the history. `assumptions`: how the question was understood. `names`: names of columns and tables as in the database, and the texts of problems in full. `progress`: the steps of a turn. `reasoning`: the thinking of a model, and what it looks up. A new key has none of them.',
    }),
}

export const ApiKeyBody = z
  .strictObject({ name: nameText, kind: z.enum(KINDS).optional(), database_id: uuid.nullish(), ...limits })
  .meta({ id: 'ApiKeyRequest' })

/** A key created by the command line tool, which may have no name. */
export const CommandKeyBody = z.strictObject({ ...ApiKeyBody.shape, name: nameText.optional() })

/** Absent fields stay unchanged; null removes a restriction. */
export const ApiKeyPatch = z.strictObject({ name: nameText.optional(), ...limits }).meta({ id: 'ApiKeyPatch' })

const GRACE_S_MAX = 30 * 24 * 60 * 60

export const RotationBody = z
  .strictObject({ grace_seconds: z.int().min(0).max(GRACE_S_MAX).optional() })
  .optional()
  .meta({ id: 'ApiKeyRotation' })

export const apiKeyPath = z.object({ api_key_id: z.string().max(64) })
