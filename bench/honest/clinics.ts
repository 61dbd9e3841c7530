import { seededRandom } from '../../demo/random.ts'
import type { LoadValue, NewTable } from '../../src/engines/loader.ts'
import type { Policy } from '../../src/guard/policy.ts'
import { boolean, type Column, date, datetime, decimal, integer, optional, real, tablesOf, text } from './columns.ts'

/** Policy of the clinics; tables by unqualified names. */
export const CLINICS_POLICY: Policy['tables'] = {
  clinics: { mode: 'tenantRoot', column: 'id' },
  specialties: { mode: 'shared' },
  doctors: { mode: 'tenant' },
  patients: { mode: 'tenant', hide: ['ssn'] },
  appointments: { mode: 'tenant' },
  services: { mode: 'sharedOrOwn' },
  bills: { mode: 'tenant' },
  bill_lines: { mode: 'via', fk: 'bill_id', ref: 'bills.id' },
  prescriptions: { mode: 'tenant' },
  lab_results: { mode: 'tenant' },
  staff_shifts: { mode: 'tenant' },
  access_log: { mode: 'deny' },
}

export const CLINICS_TENANT = { column: 'clinic_id', type: 'integer' } as const

const id = integer('id')
const clinic = integer('clinic_id', { references: 'clinics' })

/** The tables without rows, each after those that it references. */
const COLUMNS: Readonly<Record<string, readonly Column[]>> = {
  clinics: [id, text('name'), text('city'), integer('beds'), date('opened_on')],
  specialties: [id, text('name')],
  doctors: [
    ...[id, clinic, integer('specialty_id', { references: 'specialties' }), text('full_name'), text('email', optional)],
    ...[date('hired_on'), decimal('hourly_rate'), boolean('is_active')],
  ],
  patients: [
    ...[id, clinic, text('full_name'), text('email', optional), text('phone', optional), text('gender', optional)],
    ...[date('birth_date'), text('city', optional), text('insurance'), datetime('registered_at'), text('ssn')],
  ],
  appointments: [
    ...[id, clinic, integer('patient_id', { references: 'patients' })],
    ...[integer('doctor_id', { references: 'doctors' }), datetime('starts_at'), integer('minutes'), text('status')],
    ...[text('reason', optional), integer('rating', optional)],
  ],
  services: [id, integer('clinic_id', { nullable: true, references: 'clinics' }), text('name'), decimal('price')],
  bills: [
    ...[id, clinic, integer('patient_id', { references: 'patients' })],
    ...[integer('appointment_id', { nullable: true, references: 'appointments' }), text('number'), text('currency')],
    ...[decimal('amount'), decimal('paid'), text('status'), date('issued_on'), date('due_on')],
  ],
  bill_lines: [
    ...[id, integer('bill_id', { references: 'bills' }), integer('service_id', { references: 'services' })],
    ...[integer('quantity'), decimal('unit_price')],
  ],
  prescriptions: [
    ...[id, clinic, integer('patient_id', { references: 'patients' })],
    ...[integer('doctor_id', { references: 'doctors' }), text('drug'), text('dose'), date('starts_on')],
    ...[date('ends_on', optional)],
  ],
  lab_results: [
    ...[id, clinic, integer('patient_id', { references: 'patients' }), text('test'), real('value', optional)],
    ...[text('unit'), text('details', optional), datetime('taken_at')],
  ],
  staff_shifts: [
    ...[id, clinic, integer('doctor_id', { references: 'doctors' }), datetime('begins_at'), datetime('ends_at')],
    ...[text('room', optional)],
  ],
  access_log: [id, integer('clinic_id'), text('line')],
}

/**
 * The tables with rows of three clinics, deterministic.
 *
 * @param declared engine-specific column types, by table and column: `lab_results.details`
 */
export const clinicsTables = (declared: Readonly<Record<string, string>> = {}): readonly NewTable[] =>
  tablesOf(COLUMNS, clinicsRows(), declared)

const CLINICS = [
  ['Northside', 'Oslo', 120, '2012-05-01'],
  ['Lakeview', 'Bergen', 60, '2016-09-15'],
  ['Harbor', 'Tromsø', 35, '2020-02-01'],
] as const
const SPECIALTIES = ['Cardiology', 'Dermatology', 'Pediatrics', 'Orthopedics', 'General practice'] as const
const DRUGS = ['Ibuprofen', 'Amoxicillin', 'Metformin', 'Lisinopril', 'Atorvastatin'] as const
const TESTS = [
  ['Hemoglobin', 'g/dL', 14],
  ['Glucose', 'mg/dL', 95],
  ['Cholesterol', 'mg/dL', 190],
] as const
const SERVICES = ['Consultation', 'Blood test', 'X-ray', 'Vaccination', 'Physiotherapy'] as const

const day = (offset: number): string => new Date(Date.UTC(2025, 0, 1 + offset)).toISOString().slice(0, 10)
const moment = (offset: number, minutes: number): string =>
  new Date(Date.UTC(2025, 0, 1 + offset, 8, minutes)).toISOString().slice(0, 19).replace('T', ' ')

const clinicsRows = (): ReadonlyMap<string, readonly (readonly LoadValue[])[]> => {
  const random = seededRandom('clinics')
  const rows = new Map<string, LoadValue[][]>()
  /** @returns the row's id */
  const add = (table: string, ...cells: readonly LoadValue[]): number => {
    const there = rows.get(table) ?? []
    rows.set(table, there)
    there.push([there.length + 1, ...cells])
    return there.length
  }
  const maybe = <Value extends LoadValue>(value: Value): Value | null => (random.chance(0.8) ? value : null)
  for (const specialty of SPECIALTIES) add('specialties', specialty)
  for (const [name, city, beds, opened] of CLINICS) add('clinics', name, city, beds, opened)
  for (const [index, name] of SERVICES.entries()) add('services', null, name, 40 + index * 25)
  for (const [index] of CLINICS.entries()) {
    const own = index + 1
    add('services', own, `House call ${own}`, 90 + own)
    const doctors = SPECIALTIES.map((name, at) =>
      add(
        'doctors',
        ...[own, at + 1, `Dr. ${name.slice(0, 4)} ${own}`, maybe(`doc${at}@clinic${own}.example`)],
        ...[day(-400 * (at + 1)), 80 + 5 * at, random.chance(0.85)],
      ),
    )
    for (const doctor of doctors)
      for (let week = 0; week < 6; week++)
        add('staff_shifts', own, doctor, moment(week * 7, 0), moment(week * 7, 480), maybe(`R${random.between(1, 9)}`))
    for (let patient = 0; patient < 30; patient++) {
      const who = add(
        'patients',
        ...[own, `Patient ${own}-${patient}`, maybe(`p${patient}@mail${own}.example`), maybe(`+47 55${patient}`)],
        ...[
          maybe(random.pick(['female', 'male'])),
          day(-365 * random.between(2, 80)),
          maybe(random.pick(['Oslo', 'Bergen', 'Molde'])),
        ],
        ...[random.pick(['public', 'private', 'none']), moment(random.between(0, 200), 0), `ssn-${own}-${patient}`],
      )
      for (let visit = random.between(0, 4); visit > 0; visit--) {
        const [on, doctor] = [random.between(0, 330), random.pick(doctors)]
        const status = random.pick(['completed', 'completed', 'scheduled', 'cancelled', 'no_show'])
        const appointment = add(
          'appointments',
          ...[own, who, doctor, moment(on, random.between(0, 500)), random.pick([15, 30, 45])],
          ...[
            status,
            maybe(random.pick(['check-up', 'pain', 'follow-up'])),
            status === 'completed' ? random.between(1, 5) : null,
          ],
        )
        if (status !== 'completed') continue
        const [quantity, service] = [random.between(1, 3), random.between(1, SERVICES.length)]
        const amount = quantity * (40 + (service - 1) * 25)
        const paid = random.pick([amount, amount, 0, amount / 2])
        const bill = add(
          'bills',
          ...[own, who, maybe(appointment), `B-${own}-${appointment}`, random.pick(['NOK', 'EUR']), amount, paid],
          ...[paid === amount ? 'paid' : 'open', day(on), day(on + 30)],
        )
        add('bill_lines', bill, service, quantity, 40 + (service - 1) * 25)
        add(
          'prescriptions',
          own,
          who,
          doctor,
          random.pick(DRUGS),
          `${random.between(1, 3)}/day`,
          day(on),
          maybe(day(on + 14)),
        )
        const [test, unit, usual] = random.pick(TESTS)
        const details = JSON.stringify({
          fasting: random.chance(0.5),
          device: `D${random.between(1, 3)}`,
          flags: ['a', 'b'].slice(random.between(0, 2)),
        })
        add('lab_results', own, who, test, maybe(usual + random.between(-9, 9)), unit, maybe(details), moment(on, 30))
      }
    }
    add('access_log', own, `line ${own}`)
  }
  return rows
}
