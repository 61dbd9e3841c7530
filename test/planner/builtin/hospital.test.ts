import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { Fixture } from './fixture.ts'

/** A hospital without a glossary and without declared keys. */
const hospital = new Fixture(
  `
CREATE TABLE departments (id INTEGER PRIMARY KEY, name TEXT NOT NULL, floor INTEGER NOT NULL);
CREATE TABLE doctors (
  id INTEGER PRIMARY KEY, department_id INTEGER NOT NULL, full_name TEXT NOT NULL, salary REAL NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE patients (
  id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, city TEXT NOT NULL, birth_date DATE NOT NULL, is_insured BOOLEAN NOT NULL);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL, doctor_id INTEGER NOT NULL, scheduled_at TEXT NOT NULL,
  status TEXT NOT NULL, duration_minutes INTEGER NOT NULL);
INSERT INTO departments VALUES (1, 'Cardiology', 2), (2, 'Oncology', 3);
INSERT INTO doctors VALUES
  (1, 1, 'Ines Vidal', 9000, '2020-01-01'), (2, 1, 'Omar Haddad', 8000, '2025-05-01'), (3, 2, 'Lena Sorg', 9500, '2022-02-02');
INSERT INTO patients VALUES
  (1, 'Max Roth', 'Bonn', '1980-01-01', 1), (2, 'Eva Lind', 'Bonn', '1990-01-01', 0), (3, 'Tim Gold', 'Trier', '2000-01-01', 1);
INSERT INTO appointments VALUES
  (1, 1, 1, '2026-11-20 09:00', 'completed', 30), (2, 1, 3, '2026-11-20 10:00', 'missed', 20),
  (3, 2, 1, '2026-10-02 11:00', 'completed', 60), (4, 1, 2, '2026-09-03 12:00', 'completed', 10);
`,
  EMPTY_GLOSSARY,
)

describe('Questions on a hospital schema without a glossary or declared keys', () => {
  test.each([
    ['How many patients do we have?', 3],
    ['How many appointments were there yesterday?', 2],
    ['How many patients live in Bonn?', 2],
    ['average duration of appointments', 30],
    ['What is the highest salary?', 9500],
    ['How many appointments were missed?', 1],
    ['How many insured patients are there?', 2],
    ['How many appointments longer than 25 minutes were there in 2026?', 2],
  ])('are answered: %s', async (question, value) => {
    expect(await hospital.value(question)).toBe(value)
  })

  test.each<[string, string[]]>([
    ['Which doctors work in Cardiology?', ['Ines Vidal', 'Omar Haddad']],
    ['patients without appointments', ['Tim Gold']],
    ['Which doctor has the most appointments?', ['Ines Vidal']],
    ['doctors with a salary above 8500', ['Ines Vidal', 'Lena Sorg']],
    ['top 1 patients by number of appointments', ['Max Roth']],
  ])('are answered: %s', async (question, names) => {
    expect(await hospital.list(question)).toEqual(names)
  })

  it('group by inferred keys', async () => {
    expect(await hospital.rows('average salary by department')).toEqual([
      ['Oncology', 9500],
      ['Cardiology', 8500],
    ])
    expect(await hospital.rows('appointments per month')).toEqual([
      ['2026-09', 1],
      ['2026-10', 1],
      ['2026-11', 2],
    ])
  })

  test.each(['How many nurses do we have?', 'What is the blood pressure of Max Roth?', 'How much did we sell?'])(
    'are not answered without matching data: %s',
    async (question) => {
      expect((await hospital.ask(question)).draft.mode).not.toBe('query')
    },
  )
})
