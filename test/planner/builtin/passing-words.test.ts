import { IGNORABLE_WORDS } from '../../../src/planner/builtin/read/grammar/ignorable-words.ts'
import { Fixture } from './fixture.ts'
import { library } from './library.ts'

const shop = library()

describe('Ignorable words', () => {
  it('are 150 at most', () => {
    expect(IGNORABLE_WORDS.size).toBeLessThanOrEqual(150)
  })

  it('do not include words that name data', () => {
    for (const word of ['status', 'priority', 'tag', 'open', 'paid', 'kind', 'type', 'per', 'average', 'new'])
      expect([word, IGNORABLE_WORDS.has(word)]).toEqual([word, false])
  })

  it('do not change an answer', async () => {
    expect(await shop.value('please, how many of all the readers are there?')).toBe(
      await shop.value('how many readers'),
    )
  })

  it('include "still", "ever" and "anything"', async () => {
    expect(await shop.value('how many orders are still open?')).toBe(1)
    expect(await shop.rows('readers who never ordered anything')).toEqual(await shop.rows('readers without orders'))
  })
})

const genres = new Fixture(
  `CREATE TABLE genres (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
   CREATE TABLE films (id INTEGER PRIMARY KEY, genre_id INTEGER NOT NULL REFERENCES genres (id), minutes INTEGER NOT NULL);
   INSERT INTO genres VALUES (1, 'Crime'), (2, 'Poetry');
   INSERT INTO films VALUES (1, 1, 90), (2, 1, 120), (3, 2, 100);`,
  { tables: [], columns: [], phrases: [] },
)

describe('Two tables without a glossary', () => {
  it('are counted and ranked if the question has their full names', async () => {
    expect(await genres.rows('How many films are there per genre?')).toEqual([
      ['Crime', 2],
      ['Poetry', 1],
    ])
    expect((await genres.rows('Which genre has the most films?'))[0]?.[0]).toBe('Crime')
  })

  it('get no query for an average over both', async () => {
    expect((await genres.ask('average minutes of films per genre')).draft.mode).not.toBe('query')
  })
})
