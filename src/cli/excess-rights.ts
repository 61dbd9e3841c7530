import type { ExcessRights } from '../engines/shared/describe/inspection.ts'
import { printable } from './rows-table.ts'

/** Every statement runs READ ONLY whoever the user is; a user who may not write is one wall more. */
export const rightsLines = ({ rights, advice }: ExcessRights): readonly string[] =>
  rights.length === 0
    ? []
    : [
        ...rights.map((right) => printable(`The database user ${right}; Tabletalk only needs SELECT.`)),
        'To create a read-only user, run as the owner of the database:',
        ...advice.map((statement) => printable(`  ${statement}`)),
      ]
