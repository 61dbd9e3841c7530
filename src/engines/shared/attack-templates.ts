/** Families of attacks, by technique. */
export const FAMILIES = {
  plain: 'rows of others, asked for plainly',
  subselect: 'sub-selects in every clause',
  set: 'set operations',
  shadow: 'WITH and alias names that hide tables',
  name: 'quoted and qualified names',
  join: 'joins over links that cross tenants',
  closed: 'denied tables, hidden columns',
  catalog: 'catalogs and system tables',
  function: 'functions that reach out',
  oracle: 'errors and casts that tell',
  literal: 'comments and literals',
  statement: 'more statements, and writing',
  bomb: 'bombs of time and memory',
} as const

export type Family = keyof typeof FAMILIES

/**
 * Drafts of a hostile model in one dialect, by family, with placeholders in braces for names of the attacked database
 * (`src/manage/policy-attacks/placeholder-values.ts`).
 */
export type AttackTemplates = Readonly<Record<Family, readonly string[]>>
