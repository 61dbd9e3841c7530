import { EMPTY_GLOSSARY } from '../../../src/ask/rules/glossary.ts'
import { catalogOf } from '../../../src/planner/builtin/schema/index.ts'
import { choicesOf, sentenceOf, statedQueryIn } from '../../../src/planner/builtin/sentence/index.ts'
import { Fixture } from './fixture.ts'
import { library } from './library.ts'

const clinic = new Fixture(
  `
CREATE TABLE doctors (id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, salary DECIMAL(10, 2) NOT NULL, hired_on DATE NOT NULL);
CREATE TABLE patients (
  id INTEGER PRIMARY KEY, full_name TEXT NOT NULL, city TEXT NOT NULL, country TEXT NOT NULL, birth_date DATE,
  is_insured BOOLEAN NOT NULL, newsletter BOOLEAN NOT NULL, phone TEXT);
CREATE TABLE appointments (
  id INTEGER PRIMARY KEY, patient_id INTEGER NOT NULL REFERENCES patients (id), doctor_id INTEGER NOT NULL REFERENCES doctors (id),
  scheduled_at DATE NOT NULL, status TEXT NOT NULL, duration_minutes INTEGER NOT NULL, paid_on DATE, total REAL);
`,
  EMPTY_GLOSSARY,
)
const doctors = catalogOf(clinic.knowledge.view)
const shop = catalogOf(library().knowledge.view)

describe('Stated question', () => {
  it.each([
    'How many patients are there in the city of “Bonn”?',
    'How many patients are there not in the country of “France” or “Spain”?',
    'How many patients are there that are not insured and with newsletter?',
    'How many appointments are there that are not paid?',
    'List the appointments with duration over 25 minutes',
    'List the appointments with duration 1 minute scheduled in 2025 paid on 3 May 2026',
    'List the doctors with salary at least 2,000.50',
    'List the doctors with the highest salary, newest first, only the first 3',
    'List the appointments of patients that are insured and with status “missed” or “late”',
    'List the appointments of doctor “Ines Vidal”, highest duration first',
    'How many patients are there without appointments (that are not paid and with status “late”)?',
    'How many patients are there with exactly 1 appointment?',
    'How many patients are there with an appointment that is not paid?',
    'List the patients without phone and either in the city of “Bonn” or in the country of “Spain”',
    'List the doctors whose appointments (scheduled in 2025) have average duration over 30 minutes',
    'Show the total of appointments per month',
    'Show the average duration in minutes of appointments per doctor',
    'Show the last scheduled date of appointments',
    'What share of patients are those with birth date before 1 January 1990?',
    'How many appointments are there per period (“2025” in 2025 and “2026” in 2026)?',
  ])('is parsed to one query that is printed as the same sentence: %s', (question) => {
    const stated = statedQueryIn(doctors, question)
    expect(stated && sentenceOf(doctors, stated.tree)).toBe(question)
  })

  it.each([
    'How many readers are there in “Lyon” joined in 2025?',
    'Show the revenue of orders from 1 to 31 October 2026 per reader, only the first 3',
    'Show the units sold of order items of genre “Crime” in 2026',
  ])('is parsed to one query that is printed as the same sentence with a glossary: %s', (question) => {
    const stated = statedQueryIn(shop, question)
    expect(stated && sentenceOf(shop, stated.tree)).toBe(question)
  })

  it('uses the first glossary phrase of a measure', () => {
    const { view } = library().knowledge
    const measure = { aggregate: 'sum', column: 'total' } as const
    const phrases = [...view.glossary.phrases, { phrase: 'spent', table: 'orders', measure }]
    const catalog = catalogOf({ ...view, glossary: { ...view.glossary, phrases } })
    const stated = statedQueryIn(catalog, 'Show the spent of orders per reader')
    expect(stated?.query).toBe(statedQueryIn(catalog, 'Show the revenue of orders per reader')?.query)
    expect(stated && sentenceOf(catalog, stated.tree)).toBe('Show the revenue of orders per reader')
  })

  it('keeps all digits of a number', () => {
    const stated = statedQueryIn(doctors, 'List the doctors with salary over 2000.125')
    expect(stated && sentenceOf(doctors, stated.tree)).toBe('List the doctors with salary over 2000.125')
  })
})

describe('Label of a choice', () => {
  const labels = (...questions: readonly string[]): readonly string[] =>
    choicesOf(
      doctors,
      questions.flatMap((question) => statedQueryIn(doctors, question) ?? []),
    ).map(({ choice }) => choice.label)

  it('is the whole reading for a single choice', () => {
    expect(labels('How many patients are there in the city of “Bonn” and that are insured?')).toEqual([
      'how many patients in the city of “Bonn” and that are insured',
    ])
  })

  it('starts with the difference from the other readings', () => {
    expect(
      labels(
        'How many appointments are there with status “late” scheduled in 2025?',
        'How many appointments are there with status “late” paid in 2025?',
        'How many appointments are there with status “late”?',
      ),
    ).toEqual([
      'scheduled in 2025: how many appointments with status “late”',
      'paid in 2025: how many appointments with status “late”',
      'how many appointments with status “late”, without more conditions',
    ])
  })
})
