import { seededRandom } from '../../demo/random.ts'
import type { LoadValue, NewTable } from '../../src/engines/loader.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { boolean, type Column, date, integer, optional, real, tablesOf, text } from './columns.ts'

/** Policy of the practices; tables by unqualified names. */
export const PRACTICES_POLICY: Policy['tables'] = {
  practices: { mode: 'tenantRoot', column: 'id' },
  icd_codes: { mode: 'shared' },
  doctors: { mode: 'tenant' },
  patients: { mode: 'tenant' },
  appointments: { mode: 'tenant' },
  treatments: { mode: 'via', fk: 'appointment_id', ref: 'appointments.id' },
  prescriptions: { mode: 'tenant' },
  bills: { mode: 'tenant' },
  secrets: { mode: 'deny' },
}

export const PRACTICES_TENANT = { column: 'practice_id', type: 'integer' } as const

const id = integer('id')
const practice = integer('practice_id', { references: 'practices' })
const patient = integer('patient_id', { references: 'patients' })
const doctor = integer('doctor_id', { references: 'doctors' })

/** Lists and objects are stored as JSON text. */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  practices: [id, text('name')],
  icd_codes: [text('code'), text('title')],
  doctors: [id, practice, text('name'), text('specialty'), date('hired_on'), real('salary')],
  patients: [
    ...[id, practice, text('first_name'), text('last_name'), date('birth_date'), text('gender'), text('city')],
    ...[text('email', optional), text('phone', optional), text('insurance', optional), text('tags')],
  ],
  appointments: [
    ...[id, practice, patient, doctor, date('starts_on'), text('status'), integer('duration_minutes')],
    text('notes', optional),
  ],
  treatments: [
    ...[id, integer('appointment_id', { references: 'appointments' }), text('code'), text('description')],
    real('cost'),
  ],
  prescriptions: [
    ...[id, practice, patient, doctor, text('drug'), integer('dose_mg'), date('prescribed_on'), text('details')],
  ],
  bills: [
    ...[id, practice, patient, real('amount'), boolean('paid'), date('due_on'), date('paid_on', optional)],
    text('currency', optional),
  ],
  secrets: [id, integer('practice_id'), text('secret')],
}

/** The tables with rows of three practices, deterministic. */
export const practicesTables = (): readonly NewTable[] => tablesOf(COLUMNS, practicesRows(), {})

const CODES = ['A1', 'B2', 'C3', 'D4'] as const
const SPECIALTIES = ['surgery', 'cardiology', 'pediatrics'] as const
const TAGS = ['["chronic", "child"]', '[]', '["allergy"]'] as const
const DETAILS = [
  '{"times": 2, "with_food": true, "warnings": ["alcohol"]}',
  '{"times": 3, "warnings": []}',
  '{"times": 1, "with_food": false, "warnings": ["driving", "sun"]}',
] as const

/** Days continue for years, so that some visits are always in the future. */
const day = (offset: number): string => new Date(Date.UTC(2024, 0, 1 + offset)).toISOString().slice(0, 10)

const practicesRows = (): ReadonlyMap<string, readonly (readonly LoadValue[])[]> => {
  const random = seededRandom('practices')
  const rows = new Map<string, LoadValue[][]>()
  const put = (table: string, row: LoadValue[]): number => {
    const there = rows.get(table) ?? []
    rows.set(table, [...there, row])
    return there.length + 1
  }
  /** @returns the row's id */
  const add = (table: string, ...cells: readonly LoadValue[]): number =>
    put(table, [(rows.get(table)?.length ?? 0) + 1, ...cells])
  const maybe = <Value extends LoadValue>(value: Value): Value | null => (random.chance(0.8) ? value : null)
  for (const code of CODES) put('icd_codes', [code, `Title of ${code}`])
  for (const own of [1, 2, 3]) {
    add('practices', `Practice ${own}`)
    const doctors = Array.from({ length: 8 }, (_, at) =>
      add(
        'doctors',
        ...[own, `Dr. ${at}-${own}`, random.pick(SPECIALTIES), day(-200 * at), 120 + random.between(0, 200) + 0.25],
      ),
    )
    for (let at = 0; at < 24; at++) {
      const who = add(
        'patients',
        ...[own, random.pick(['Ann', 'Jan', 'Susan']), `Name ${at}-${own}`, day(-365 * random.between(2, 80))],
        ...[
          random.pick(['f', 'm', 'd']),
          random.pick(['Berlin', 'Hamburg', 'Oslo']),
          maybe(`mail ${at}@p${own}.example`),
        ],
        ...[maybe(`+49 30 ${at}`), maybe(random.pick(['Alpha', 'Beta'])), random.pick(TAGS)],
      )
      for (let visit = random.between(0, 4); visit > 0; visit--) {
        const [by, on] = [random.pick(doctors), random.between(0, 2_400)]
        const status = random.pick(['done', 'done', 'pending', 'cancelled', 'no_show'])
        const appointment = add(
          'appointments',
          ...[own, who, by, day(on), status, random.pick([15, 30, 45]), maybe('as before')],
        )
        if (status !== 'done') continue
        // The last code is used by no row.
        const code = random.pick(CODES.slice(0, -1))
        const cost = random.between(20, 300) + 0.5
        add('treatments', appointment, code, `for ${code}`, cost)
        add(
          'prescriptions',
          ...[own, who, by, random.pick(['Ibuprofen', 'Aspirin', 'Codeine']), random.pick([100, 200, 400]), day(on)],
          random.pick(DETAILS),
        )
        const paid = random.chance(0.6)
        add(
          'bills',
          ...[own, who, cost, paid, day(on + 30), paid ? day(on + random.between(1, 60)) : null, maybe('EUR')],
        )
      }
    }
    add('secrets', own, `secret ${own}`)
  }
  return rows
}
