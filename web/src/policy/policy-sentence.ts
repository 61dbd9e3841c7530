import type { Policy } from './policy.ts'
import { hiddenColumns } from './policy-lines.ts'
import { policyTexts } from './texts.ts'

const { shows } = policyTexts

/** What an entry of a policy shows of its table, as a sentence. */
export const policySentence = (entry: Policy['tables'][string], { tenant }: Pick<Policy, 'tenant'>): string => {
  const hidden = hiddenColumns(entry)
  const rows = rowsOf(entry, tenant?.column)
  return hidden.length === 0 || entry.mode === 'deny' ? rows : `${rows}, ${shows.without(hidden.join(', '))}`
}

const rowsOf = ({ mode, column, fk, ref }: Policy['tables'][string], tenantColumn: string | undefined): string => {
  const own = typeof column === 'string' ? column : (tenantColumn ?? '')
  switch (mode) {
    case 'tenant':
    case 'tenantRoot':
    case 'sharedOrOwn':
      return shows[mode](own)
    case 'via':
      return shows.via(String(fk), String(ref))
    case 'shared':
      return tenantColumn === undefined ? shows.all : shows.shared
    case 'deny':
      return shows.deny
    default:
      // A newer service may have modes that this version does not know.
      return shows.other(mode)
  }
}
