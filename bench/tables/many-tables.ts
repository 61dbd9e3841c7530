import { DatabaseSync } from 'node:sqlite'

/** Subjects of tables, numbered if more are needed. */
const SUBJECTS =
  'customer order product invoice payment shipment supplier warehouse ticket employee contract project device visit lesson booking'.split(
    ' ',
  )
const FIELDS = 'name status city amount quantity note kind email created_at updated_at price weight'.split(' ')

export const subjectAt = (index: number): string => {
  const subject = SUBJECTS[index % SUBJECTS.length] ?? ''
  const round = Math.floor(index / SUBJECTS.length)
  return round === 0 ? `${subject}s` : `${subject}_${lettersOf(round)}s`
}

/** 1 → `b`, 27 → `bb`: letters, as in names. */
const lettersOf = (number: number): string =>
  number < 26
    ? String.fromCharCode(97 + number)
    : lettersOf(Math.floor(number / 26)) + String.fromCharCode(97 + (number % 26))

/**
 * A SQLite file of so many tables of so many columns each, with a few rows: every table has a tenant column and
 * references the previous one, so that joins can be inferred.
 */
export const manyTables = (file: string, tables: number, columns: number): void => {
  const database = new DatabaseSync(file)
  database.exec('BEGIN')
  for (let index = 0; index < tables; index++) {
    const before = index === 0 ? [] : [`parent_id INTEGER REFERENCES ${subjectAt(index - 1)}(id)`]
    const own = ['id INTEGER PRIMARY KEY', 'tenant_id INTEGER NOT NULL', ...before]
    const rest = Array.from({ length: Math.max(0, columns - own.length) }, (_, at) => {
      const field = FIELDS[at % FIELDS.length] ?? ''
      const round = Math.floor(at / FIELDS.length)
      const type = /amount|price|weight/.test(field) ? 'REAL' : field === 'quantity' ? 'INTEGER' : 'TEXT'
      return `${round === 0 ? field : `${field}_${lettersOf(round)}`} ${type}`
    })
    database.exec(`CREATE TABLE ${subjectAt(index)} (${[...own, ...rest].join(', ')})`)
    database.exec(`INSERT INTO ${subjectAt(index)} (tenant_id) VALUES (1), (1), (2)`)
  }
  database.exec('COMMIT')
  database.close()
}
