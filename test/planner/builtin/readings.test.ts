import { ferries } from './ferries.ts'

const company = ferries()

const names = async (question: string) => (await company.rows(question)).map(([first]) => first)

describe('Questions with comparisons', () => {
  test.each<[string, string[]]>([
    ['Which sailors are younger than 30?', ['Ben Osei', 'Dov Sand']],
    ['names of sailors older than 45', ['Ada Brandt']],
    ['List the vessels with a capacity under 500', ['Petrel', 'Tern']],
    ['vessels with a capacity between 300 and 700', ['Fulmar', 'Petrel']],
    ['sailors whose age is above the average age', ['Ada Brandt', 'Eva Lund']],
    ['Which vessels have at least 2 sailings?', ['Gannet', 'Petrel']],
  ])('are answered: %s', async (question, expected) => {
    expect((await names(question)).toSorted()).toEqual(expected)
  })
})

describe('Questions with an order and a limit', () => {
  test.each<[string, unknown[]]>([
    [
      'List the names of sailors in descending order of age',
      ['Ada Brandt', 'Eva Lund', 'Cleo Park', 'Ben Osei', 'Dov Sand'],
    ],
    ['Show the names of sailors sorted by age', ['Dov Sand', 'Ben Osei', 'Cleo Park', 'Eva Lund', 'Ada Brandt']],
    ['Show the 2 youngest sailors', ['Dov Sand', 'Ben Osei']],
    ['Which vessel has the highest capacity?', ['Gannet']],
    ['Which vessel has the most sailings?', ['Petrel']],
    ['the 2 nationalities with the most sailors', ['Norland', 'Sudland']],
  ])('are answered: %s', async (question, expected) => {
    expect(await names(question)).toEqual(expected)
  })
})

describe('Questions for absent rows', () => {
  test.each<[string, string[]]>([
    ['Which vessels have no sailings?', ['Fulmar']],
    ['Show the names of sailors without a licence', ['Dov Sand', 'Eva Lund']],
    ['Which sailors have only one licence?', ['Ben Osei', 'Cleo Park']],
    ['names of sailors whose nationality is not Norland', ['Ben Osei', 'Dov Sand', 'Eva Lund']],
  ])('are answered: %s', async (question, expected) => {
    expect((await names(question)).toSorted()).toEqual(expected)
  })
})

describe('Questions for a number', () => {
  test.each<[string, unknown]>([
    ['How many sailings were there in 2021 or 2022?', 4],
    ['How many sailings are there in year 2021?', 2],
    ['What is the average capacity across all vessels?', 512.5],
    ['What is the total fee of all licences?', 320.5],
    ['How many different nationalities do sailors have?', 3],
    ['How many sailings depart from HVN?', 3],
    ['How many sailings arrive in Ost?', 2],
    ['Count the number of Petrel sailings', 3],
    ['How many sailors from Sudland have licences?', 1],
    ['Find the number of sailings of the vessel with the highest capacity', 2],
  ])('are answered: %s', async (question, value) => {
    expect(await company.value(question)).toBe(value)
  })
})

describe('Questions for columns', () => {
  it('show the requested columns in the requested order', async () => {
    expect(await company.rows('Show the name, age and nationality of all sailors ordered by name')).toEqual([
      ['Ada Brandt', 51, 'Norland'],
      ['Ben Osei', 28, 'Sudland'],
      ['Cleo Park', 34, 'Norland'],
      ['Dov Sand', 22, 'Ostria'],
      ['Eva Lund', 45, 'Sudland'],
    ])
  })

  it('show a column together with a count of related rows', async () => {
    expect(await company.rows('Show the names of sailors and the number of licences they have')).toEqual([
      ['Ada Brandt', 2],
      ['Ben Osei', 1],
      ['Cleo Park', 1],
    ])
  })

  it('show each value of a requested column once', async () => {
    expect((await names('towns our sailors live in')).toSorted()).toEqual(['Byre', 'Ost', 'Quell'])
  })

  it('show several aggregates of one column', async () => {
    expect(await company.rows('What are the minimum and maximum age of sailors?')).toEqual([[22, 51]])
  })

  it('use every sentence of the question', async () => {
    const rows = await company.rows('Which vessel has the most sailings? Give me the vessel name and capacity.')
    expect(rows[0]).toEqual(expect.arrayContaining(['Petrel', 400]))
  })
})

describe('Questions for rows with two values', () => {
  it('require both values of the same row', async () => {
    expect((await names('Which vessels had sailings in both 2021 and 2022?')).toSorted()).toEqual(['Petrel'])
  })
})

describe('Questions with unknown words', () => {
  test.each([
    'How many part time sailors are there?',
    'What is the highest capacity and the average of all vessels?',
    'What is the average age of sailors and captains?',
    'What is the oldest sailor of each nationality?',
    'Norland sailors vs Sudland sailors',
    'vessels that sailed nothing',
    'How many Norland sail?',
    'What is the average number of sailings per vessel?',
    'How many sailings go to Atlantis?',
    'Which sailors were quarantined?',
    'How many sailor complaints are there?',
    'How many sailings are not paid?',
    'How many sailors are there? Leave out the quarantined ones.',
    'Show the vessels that Captain Haddock painted',
  ])('are not answered in part: %s', async (question) => {
    expect((await company.ask(question)).draft.mode).not.toBe('query')
  })
})
