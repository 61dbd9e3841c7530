/** What a hostile model tries, by where the trick lies. */
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
 * Drafts of a hostile model in one dialect, by family. In braces stand names of the database that is attacked, each as
 * the dialect writes it: `src/manage/policy-attacks/attack-slots.ts` says which there are.
 */
export type AttackTemplates = Readonly<Record<Family, readonly string[]>>
