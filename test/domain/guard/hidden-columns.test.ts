import { hiddenColumns } from '../../../src/guard/hidden-columns.ts'

const FOLDING = { table: (name: string) => name, column: (name: string) => name.toLowerCase() }

const column = (name: string, generatedFrom?: readonly string[]) => ({
  name,
  type: 'text',
  nullable: true,
  ...(generatedFrom === undefined ? {} : { generatedFrom }),
})

const PEOPLE = {
  columns: [
    column('grade', ['Band']),
    column('name'),
    column('salary'),
    column('band', ['SALARY', 'name']),
    column('label', ['name']),
    column('constant', []),
  ],
}

it('hiddenColumns includes columns computed from a hidden column through any number of steps', () => {
  expect([...hiddenColumns(PEOPLE, ['Salary'], FOLDING)].toSorted()).toEqual(['band', 'grade', 'salary'])
  expect([...hiddenColumns(PEOPLE, ['name'], FOLDING)].toSorted()).toEqual(['band', 'grade', 'label', 'name'])
})

it('hiddenColumns excludes columns computed from visible columns', () => {
  expect([...hiddenColumns(PEOPLE, ['grade'], FOLDING)]).toEqual(['grade'])
  expect(hiddenColumns(PEOPLE, [], FOLDING).size).toBe(0)
  expect(hiddenColumns(PEOPLE, undefined, FOLDING).size).toBe(0)
})
