import { createHash } from 'node:crypto'
import type { AttackTemplates, Family } from '../../engines/shared/attack-templates.ts'
import type { AttackLanguage } from './attack-language.ts'
import type { DatabaseShape } from './database-shape.ts'
import { fillPlaceholders, placeholderValues } from './placeholder-values.ts'

/** A draft written for one database. */
export interface Attack {
  readonly family: Family
  readonly draft: string
}

/**
 * The attacks on one database: each template filled with different tables, and the attacks on every table; without duplicates.
 *
 * @param own attacks specific to the engine
 */
export const writeAttacks = (
  shape: DatabaseShape,
  language: AttackLanguage,
  own: AttackTemplates | undefined,
): readonly Attack[] => {
  const templates = attackFamilies().flatMap((family) =>
    [...(language.portable?.[family] ?? []), ...(own?.[family] ?? [])].map((template) => ({ family, template })),
  )
  const attacks = templates.map(({ family, template }, turn) => ({
    family,
    draft: fillPlaceholders(template, placeholderValues(shape, language, turn)),
  }))
  const everywhere = shape.tables.flatMap(({ table, policy }) =>
    language.attacksPerTable.map((template) => ({
      family: policy.mode === 'deny' ? ('closed' as const) : ('plain' as const),
      draft: fillPlaceholders(template, { table: language.table(table) }),
    })),
  )
  return [...new Map([...attacks, ...everywhere].map((attack) => [attack.draft, attack])).values()]
}

/** Digest of the attack templates of an engine. */
export const suiteDigest = ({ portable, attacksPerTable }: AttackLanguage, own: AttackTemplates | undefined): string =>
  createHash('sha256')
    .update(JSON.stringify([portable, own, attacksPerTable]))
    .digest('hex')
    .slice(0, DIGEST_DIGITS)

const DIGEST_DIGITS = 12

export const attackFamilies = (): readonly Family[] => FAMILY_NAMES

const FAMILY_NAMES: readonly Family[] = [
  'plain',
  'subselect',
  'set',
  'shadow',
  'name',
  'join',
  'closed',
  'catalog',
  'function',
  'oracle',
  'literal',
  'statement',
  'bomb',
]
