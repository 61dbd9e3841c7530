import { enumLabels } from '../../../src/guard/enum-labels.ts'

const MANY = Array.from({ length: 21 }, (_, index) => `l${index}`)

describe('enumLabels', () => {
  it('returns the labels of a database type, its arrays and its domains', () => {
    const named = { schema: 'public', name: 'any' }
    const labelsOf = enumLabels([
      { ...named, declared: 'public.mood', labels: ['sad', 'ok'] },
      { ...named, declared: 'public.mild', base: 'public.mood' },
      { ...named, declared: 'public.many', labels: MANY },
      { ...named, declared: 'public.word', base: 'text' },
    ])
    for (const type of ['public.mood', 'public.mood[]', 'public.mild'])
      expect(labelsOf(type)).toEqual({ labels: ['sad', 'ok'] })
    expect(labelsOf('public.many')).toEqual({ labels: MANY.slice(0, 20), moreLabels: true })
    for (const type of ['public.word', 'text', '', '[]']) expect(labelsOf(type)).toBeUndefined()
  })

  it('returns the labels that a column type lists', () => {
    const labelsOf = enumLabels()
    expect(labelsOf("enum('new','it''s','a\\\\b',',')")).toEqual({ labels: ['new', "it's", 'a\\b', ','] })
    expect(labelsOf("set('a')")).toEqual({ labels: ['a'] })
    expect(labelsOf(`enum(${MANY.map((label) => `'${label}'`).join()})`)).toMatchObject({ moreLabels: true })
    expect(labelsOf(`enum('${"''".repeat(100_000)}`)?.labels.length).toBeLessThan(2)
    for (const type of ['enumeration', "text DEFAULT 'a'"]) expect(labelsOf(type)).toBeUndefined()
  })
})
