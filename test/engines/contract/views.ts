/** The callers of generated queries: every tenant of the fixture, and one end user of two of them. */
export const VIEWS: readonly { readonly tenant: number; readonly scope?: string }[] = [
  { tenant: 1 },
  { tenant: 2 },
  { tenant: 3 },
  { tenant: 1, scope: 'ann' },
  { tenant: 2, scope: 'bob' },
]
