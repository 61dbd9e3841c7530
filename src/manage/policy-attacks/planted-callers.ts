import type { LoadValue } from '../../engines/loader.ts'
import type { RowOwner } from './canaries.ts'
import type { CellKind } from './cell-kind.ts'

type Owners = Readonly<Record<Exclude<RowOwner, 'everyone'>, number>>

/** Synthetic tenants and end users of a copy. End users of two tenants have the same id on purpose. */
export const TENANTS: Owners = { own: 1, neighbour: 1, foreign: 2 }
export const SCOPES: Owners = { own: 11, neighbour: 12, foreign: 11 }

/** The value of an owner in a column of this kind. */
export const callerValue = (owner: number, kind: CellKind): LoadValue => {
  switch (kind) {
    case 'integer':
    case 'real':
      return owner
    case 'uuid':
      return `00000000-0000-4000-8000-${String(owner).padStart(12, '0')}`
    default:
      return String(owner)
  }
}
