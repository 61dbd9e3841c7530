import { Fixture } from './fixture.ts'
import { workshops } from './workshops.ts'

const bikes = workshops()

/** Rows of the answer, each with sorted values. */
const rows = async (question: string) => (await bikes.rows(question)).map((row) => row.map(String).toSorted())
const expectRows = async (question: string, expected: readonly (readonly unknown[])[]) => {
  const actual = await rows(question)
  expect(actual).toHaveLength(expected.length)
  expected.forEach((values, index) => {
    expect(actual[index]).toEqual(expect.arrayContaining(values.map(String)))
  })
}

describe('Questions with meanings of column names', () => {
  test.each<[string, (readonly unknown[])[]]>([
    ['Show the role and email of the mechanic with the last name Holm', [['lead', 'ida@example.org']]],
    ['What is the cell phone of the mechanic with the last name Dahl?', [['12']]],
    ['What are the first, middle and last names of the mechanics from Iowa?', [['Una', 'Kim', 'Berg']]],
    ['What is the id of the bike with the name Heron?', [[2]]],
    ['What is the total cost of all repairs?', [[220]]],
    ['How many bikes are there?', [[3]]],
    ['What are the first names of the riders from Lund?', [['Bo'], ['Siv']]],
    ['Show the last name and gender of the rider with the first name Bo', [['Lind', 'M']]],
    ['What is the average miles per gallon of all riders?', [[40]]],
    ['How many people live in the town Malmo?', [[350000]]],
    ['What are the town codes for towns?', [['LU'], ['MA'], ['YS']]],
    ['What are the arrival date and the departure date of the bike Crane?', [['2026-03-04', '2026-03-08']]],
  ])('are answered: %s', expectRows)
})

describe('Questions with several parts', () => {
  test.each<[string, (readonly unknown[])[]]>([
    ['Which mechanics have done at least 2 repairs? List the first name, last name and email.', [['Ida', 'Holm']]],
    ['Find the last names of the mechanics who live in Iowa or have done more than 2 repairs.', [['Berg'], ['Holm']]],
    [
      'What is the maximum weight for each number of gears?',
      [
        [7, 15],
        [21, 9.5],
      ],
    ],
    ['How many mechanics have not treated any repairs?', [[1]]],
    ['How many mechanics went through repairs?', [[2]]],
    [
      'Find the number of riders in each town. List the town and the number of riders.',
      [
        ['Lund', 2],
        ['Malmo', 1],
      ],
    ],
    ['Show the names of the 2 towns with the fewest people', [['Ystad'], ['Lund']]],
    ['Show the names of the 2 largest towns by population', [['Malmo'], ['Lund']]],
    ['Show the names of the top 2 largest towns by population', [['Malmo'], ['Lund']]],
    [
      'Show the name and weight of the 2 largest bikes',
      [
        ['Crane', 15],
        ['Swift', 12.5],
      ],
    ],
    ['Show the names of the bikes', [['Crane'], ['Heron'], ['Swift']]],
    ['What is the total number of repairs?', [[4]]],
  ])('are answered: %s', expectRows)
})

describe('Questions with a part that cannot be answered', () => {
  test.each([
    'What is the average date of a repair?',
    'How many major towns are there?',
    'What is the town code of the largest town with the smallest population?',
    'Show the 2 largest repairs and the bikes in each state where the total cost is above 50',
    'How many bikes have a horse power above 100?',
    'Which bike has the largest horse power?',
    'Which mechanics are in the state with both shows and repairs?',
    'Which gears have bikes where the average weight is below 12?',
    'How many different bikes do repairs have?',
    'What is the average population of towns whose number of riders is above 1?',
  ])('are not answered in part: %s', async (question) => {
    expect((await bikes.ask(question)).draft.mode).not.toBe('query')
  })
})

describe('Questions over tables without declared keys that have a column name in common', () => {
  const provinces = new Fixture(
    `
CREATE TABLE province (province_name TEXT, area REAL);
CREATE TABLE city (city_name TEXT, province_name TEXT, inhabitants INTEGER);
INSERT INTO province VALUES ('Skane', 11000), ('Gotland', 3100);
INSERT INTO city VALUES ('Lund', 'Skane', 90), ('Malmo', 'Skane', 350), ('Visby', 'Gotland', 24);
`,
    { tables: [], columns: [], phrases: [] },
  )
  test.each<[string, string[]]>([
    ['Which cities are in provinces with an area above 5000?', ['Lund', 'Malmo']],
    ['What are the names of the cities of the province with the largest area?', ['Lund', 'Malmo']],
    ['Which province has the most cities?', ['Skane']],
  ])('are answered: %s', async (question, expected) => {
    const actual = await provinces.rows(question)
    expect(actual.map((row) => row.map(String))).toHaveLength(expected.length)
    for (const [at, name] of expected.entries()) expect(actual[at]?.map(String)).toContain(name)
  })
})
