import { DEMO_POLICY } from '../../demo/policy.ts'
import { DEMO_TABLES } from '../../demo/schema.ts'
import type { Policy } from '../../src/domain/guard/policy.ts'
import {
  type Cell,
  type Cells,
  date,
  type FixtureColumn,
  type FixtureTable,
  id,
  integer,
  real,
  text,
} from '../../test/engines/contract/fixture-table.ts'

/** A schema, with rows for three tenants, and how it is restricted. */
export interface AcceptedSchema {
  readonly tables: readonly FixtureTable[]
  readonly policy: Policy
}

const TENANTS = [1, 2, 3] as const
const ROWS = 24

/** What columns of a name hold; every other text is its column's name and a number. */
const WORDS: Readonly<Record<string, readonly Cell[]>> = {
  status: ['active', 'paid', 'open', 'pending', 'shipped', 'delivered', 'cancelled', 'done', 'no_show'],
  payment_status: ['paid', null, 'open'],
  channel: ['web', 'shop', 'phone'],
  country: ['Germany', 'France', 'Norway'],
  city: ['Berlin', 'Hamburg', 'Oslo', 'Lyon'],
  segment: ['business', 'private'],
  priority: ['high', 'low', 'normal'],
  topic: ['delivery', 'billing'],
  role: ['manager', 'clerk', 'driver'],
  reason: ['broken', 'late', 'size'],
  method: ['card', 'cash', 'transfer'],
  comment: ['a great thing', null, 'fine', ''],
  phone: ['+49 30 1', null, '+33 1'],
  gender: ['f', 'm', 'd'],
  insurance: ['Alpha', 'Beta', null],
  specialty: ['surgery', 'cardiology', 'pediatrics'],
  drug: ['Ibuprofen', 'Aspirin', 'Codeine'],
  code: ['A1', 'B2', 'C3'],
  tags: ['["chronic", "child"]', '[]', '["allergy"]'],
  details: ['{"times": 2, "with_food": true, "warnings": ["alcohol"]}', '{"times": 3, "warnings": []}'],
}

const day = (index: number): string => new Date(Date.UTC(2024, 0, 1 + index * 13)).toISOString().slice(0, 10)

const cell = ({ name, type, references }: FixtureColumn, tenant: number, index: number): Cell => {
  if (name === 'shop_id' || name === 'clinic_id') return tenant
  const words = WORDS[name]
  if (words !== undefined) return words[(index * 7 + tenant + name.length) % words.length] ?? null
  if (references !== undefined) return tenant * 1000 + ((index * 5) % ROWS)
  if (type === 'text') return `${name} ${index % 9}${index % 4 === 0 ? 'an' : ''}-${tenant}`
  if (type === 'date') return name === 'paid_on' && index % 3 === 0 ? null : day(index + name.length)
  if (name === 'rating') return 1 + (index % 5)
  if (name === 'newsletter' || name === 'paid') return index % 2
  return type === 'integer' ? (index * 3 + tenant) % 40 : Math.round((index * 17.35 + tenant * 11) * 100) / 100
}

const rowsOf = (columns: readonly FixtureColumn[]): readonly Cells[] =>
  TENANTS.flatMap((tenant) =>
    Array.from({ length: ROWS }, (_, index) =>
      Object.fromEntries(
        columns.map((column) => [
          column.name,
          column.key === true ? tenant * 1000 + index : cell(column, tenant, index),
        ]),
      ),
    ),
  )

type Keep = NonNullable<FixtureTable['keep']>

const ofTenant =
  (column: string): Keep =>
  (row, tenant) =>
    row[column] === tenant
/** Of a child: its parent's number tells the tenant. */
const ofParent =
  (column: string): Keep =>
  (row, tenant) =>
    Math.floor(Number(row[column]) / 1000) === tenant
const ofAll: Keep = () => true

const only = (name: string, columns: readonly FixtureColumn[], rows: readonly Cells[], keep?: Keep): FixtureTable => ({
  ...{ name, columns, rows },
  ...(keep === undefined ? {} : { keep }),
})

const shopTable = ({ name, columns, primaryKey, foreignKeys }: (typeof DEMO_TABLES)[number]): FixtureTable => {
  const made = columns.map((column): FixtureColumn => {
    const key = foreignKeys.find((one) => one.columns.includes(column.name))
    const kinds = { integer: 'integer', boolean: 'integer', real: 'real', date: 'date' } as const
    const type =
      column.type === 'integer' || column.type === 'boolean' || column.type === 'real' || column.type === 'date'
    return {
      ...{ name: column.name, type: type ? kinds[column.type as keyof typeof kinds] : 'text' },
      ...(primaryKey.includes(column.name) ? { key: true } : {}),
      ...(key === undefined || column.name === 'country' ? {} : { references: { table: key.refTable, column: 'id' } }),
      ...(column.name === 'password_hash' ? { hidden: true } : {}),
    }
  })
  if (name === 'countries') {
    const rows = ['Germany', 'France', 'Norway'].map((country, index) => ({
      ...{ name: country, code: `C${index}`, region: index < 2 ? 'West' : 'North' },
    }))
    return only(name, made, rows, ofAll)
  }
  if (name === 'shops')
    return only(
      name,
      made,
      TENANTS.map((tenant) => ({ ...firstRow(made), id: tenant })),
      ofTenant('id'),
    )
  const rows = rowsOf(made)
  if (name === 'order_items') return only(name, made, rows, ofParent('order_id'))
  return name === 'platform_audit' ? only(name, made, rows) : only(name, made, rows, ofTenant('shop_id'))
}

const firstRow = (columns: readonly FixtureColumn[]): Cells => rowsOf(columns)[0] ?? {}

/** The tables of the demo. */
export const SHOP: AcceptedSchema = {
  tables: DEMO_TABLES.map(shopTable),
  policy: DEMO_POLICY,
}

const clinic = integer('clinic_id')
const to = (table: string) => ({ references: { table, column: 'id' } })

const clinicTable = (name: string, columns: readonly FixtureColumn[], keep: Keep = ofTenant('clinic_id')) =>
  only(name, columns, rowsOf(columns), keep)

export const CLINIC: AcceptedSchema = {
  tables: [
    only(
      'clinics',
      [id(), text('name')],
      TENANTS.map((tenant) => ({ id: tenant, name: `Clinic ${tenant}` })),
      ofTenant('id'),
    ),
    only(
      'icd_codes',
      [text('code', { key: true }), text('title')],
      ['A1', 'B2', 'C3'].map((code) => ({ code, title: `Title of ${code}` })),
      ofAll,
    ),
    clinicTable('doctors', [id(), clinic, text('name'), text('specialty'), date('hired_on'), real('salary')]),
    clinicTable('patients', [
      ...[id(), clinic, text('first_name'), text('last_name'), date('birth_date'), text('gender'), text('city')],
      ...[text('email'), text('phone'), text('insurance'), text('tags')],
    ]),
    clinicTable('appointments', [
      ...[id(), clinic, integer('patient_id', to('patients')), integer('doctor_id', to('doctors')), date('starts_on')],
      ...[text('status'), integer('duration_minutes'), text('notes')],
    ]),
    clinicTable(
      'treatments',
      [id(), integer('appointment_id', to('appointments')), text('code'), text('description'), real('cost')],
      ofParent('appointment_id'),
    ),
    clinicTable('prescriptions', [
      ...[id(), clinic, integer('patient_id', to('patients')), integer('doctor_id', to('doctors')), text('drug')],
      ...[integer('dose_mg'), date('prescribed_on'), text('details')],
    ]),
    clinicTable('bills', [
      ...[id(), clinic, integer('patient_id', to('patients')), real('amount'), integer('paid'), date('due_on')],
      ...[date('paid_on'), text('currency')],
    ]),
    only('secrets', [id(), clinic, text('secret')], rowsOf([id(), clinic, text('secret')])),
  ],
  policy: {
    version: 1,
    engine: 'sqlite',
    tenant: { column: 'clinic_id', type: 'integer' },
    tables: {
      clinics: { mode: 'tenantRoot', column: 'id' },
      icd_codes: { mode: 'shared' },
      treatments: { mode: 'via', fk: 'appointment_id', ref: 'appointments.id' },
      doctors: { mode: 'tenant' },
      patients: { mode: 'tenant' },
      appointments: { mode: 'tenant' },
      prescriptions: { mode: 'tenant' },
      bills: { mode: 'tenant' },
    },
  },
}
