import type { NameFolding } from '../../../../src/guard/name-folding.ts'
import type { ForeignKey, Schema, Table } from '../../../../src/guard/schema.ts'

const ASCII = (name: string): string => name.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
export const FOLDED: NameFolding = { table: ASCII, column: ASCII }
export const AS_WRITTEN: NameFolding = { table: (name) => name, column: (name) => name }

/**
 * A table in a line: `orders: id pk, tenant_id int!, customer_id int -> customers.id, note text`. `!` is NOT NULL, and a
 * column is an INTEGER unless its second word says otherwise.
 */
export const table = (line: string): Table => {
  const [name = '', rest = ''] = line.split(': ')
  const columns = rest.split(', ').map((part) => {
    const [column = '', type = 'int', arrow, target] = part.split(' ')
    const foreign = arrow === '->' ? (target ?? '') : undefined
    return { column, type, foreign }
  })
  return {
    ...splitName(name),
    columns: columns.map(({ column, type }) => ({
      name: column,
      type: type === 'pk' ? 'int' : type.replace('!', ''),
      nullable: !type.endsWith('!') && type !== 'pk',
    })),
    primaryKey: columns.filter(({ type }) => type.startsWith('pk')).map(({ column }) => column),
    foreignKeys: columns.flatMap(({ column, foreign }): ForeignKey[] => {
      if (foreign === undefined) return []
      const dot = foreign.lastIndexOf('.')
      return [{ columns: [column], refTable: foreign.slice(0, dot), refColumns: [foreign.slice(dot + 1)] }]
    }),
  }
}

const splitName = (name: string): Pick<Table, 'schema' | 'name'> => {
  const [schema, bare] = name.split('.')
  return bare === undefined || schema === undefined ? { name } : { schema, name: bare }
}

export const schema = (...lines: readonly string[]): Schema => ({ engine: 'any', tables: lines.map(table) })

/** A music shop, as in a well-known sample database: it has no tenants. */
export const MUSIC = schema(
  'Artist: ArtistId pk, Name text',
  'Album: AlbumId pk, Title text, ArtistId int! -> Artist.ArtistId',
  'Track: TrackId pk, Name text, AlbumId int -> Album.AlbumId, GenreId int -> Genre.GenreId, UnitPrice numeric(10,2)!',
  'Genre: GenreId pk, Name text',
  'Customer: CustomerId pk, FirstName text, Email text!, SupportRepId int -> Employee.EmployeeId',
  'Employee: EmployeeId pk, LastName text, ReportsTo int -> Employee.EmployeeId',
  'Invoice: InvoiceId pk, CustomerId int! -> Customer.CustomerId, Total numeric(10,2)!',
  'InvoiceLine: InvoiceLineId pk, InvoiceId int! -> Invoice.InvoiceId, TrackId int! -> Track.TrackId',
)

/** A CRM whose customers are organizations; people may belong to several. */
export const CRM = schema(
  'organizations: id pk, name text, api_key text, parent_id int -> organizations.id',
  'users: id pk, email text, password_hash text, default_org int -> organizations.id',
  'memberships: user_id int! -> users.id, organization_id int! -> organizations.id, role text',
  'accounts: id pk, organization_id int! -> organizations.id, name text',
  'contacts: id pk, organization_id int! -> organizations.id, account_id int -> accounts.id, ssn text',
  'deals: id pk, organization_id int -> organizations.id, account_id int! -> accounts.id',
  'activities: id pk, deal_id int -> deals.id, contact_id int! -> contacts.id',
  'attachments: id pk, activity_id int! -> activities.id, url text',
  'scans: id pk, attachment_id int! -> attachments.id',
  'findings: id pk, scan_id int! -> scans.id',
  'transfers: id pk, from_org int! -> organizations.id, to_org int! -> organizations.id',
  'imports: id pk, organization_id text! , file text',
  'currencies: code pk, name text',
)
