import type { Entry } from '../../web/src/glossary/glossary.ts'
import { changesOf, entriesOf, glossaryOf, withEntry, withProposal } from '../../web/src/glossary/glossary-entries.ts'
import { countOf, decideColumn, decideTables, NO_CHANGES, patchOf } from '../../web/src/policy/changes.ts'
import { policyLines } from '../../web/src/policy/policy-lines.ts'

describe('policyLines', () => {
  const policy = {
    version: 1 as const,
    engine: 'postgres',
    tables: {
      'public.Orders': { mode: 'tenant' },
      'public.items': { mode: 'deny' },
      'public.logs': { mode: 'deny' },
      '*': { mode: 'deny' },
    },
  }
  const review = {
    open: ['public.orders'],
    to_confirm: [{ table: 'public.items', policy: { mode: 'via', fk: 'order_id', ref: 'orders.id' }, reason: 'a key' }],
    drift: [],
    missing_indexes: [],
  }

  it('lists each table once, tables to confirm first, with the mode that accepting them sets', () => {
    expect(policyLines(policy, review)).toEqual([
      {
        table: 'public.items',
        state: 'toConfirm',
        entry: { mode: 'via', fk: 'order_id', ref: 'orders.id' },
        evidence: 'a key',
      },
      { table: 'public.orders', state: 'open', entry: { mode: 'tenant' }, evidence: '' },
      { table: 'public.logs', state: 'closed', entry: { mode: 'deny' }, evidence: '' },
    ])
  })
})

describe('Policy changes', () => {
  it('send the last decision per table and column, and no reverted decision', () => {
    const opened = decideTables(NO_CHANGES, ['a', 'b', 'c'], 'accept')
    const decided = decideColumn(decideTables(decideTables(opened, ['b'], 'share'), ['c'], undefined), 'a.x', 'hide')
    expect(countOf(decided)).toBe(3)
    expect(patchOf(decided)).toEqual({ accept: ['a'], share: ['b'], hide: ['a.x'] })
    expect(patchOf(decideColumn(decided, 'a.x', undefined))).toEqual({ accept: ['a'], share: ['b'] })
  })
})

describe('Glossary entries', () => {
  const orders: Entry = { of: 'table', gloss: { table: 'orders', synonyms: ['sale'], description: 'Sales.' } }
  const paid: Entry = {
    of: 'phrase',
    gloss: { phrase: 'paid', table: 'orders', filter: { column: 'status', op: '=', value: 'paid' } },
  }

  it('keep their description and gain the synonyms of a proposal for the same table', () => {
    const proposed: Entry = {
      of: 'table',
      gloss: { table: 'orders', synonyms: ['purchase'], description: '?', time: 'at' },
    }
    expect(withProposal([orders, paid], proposed)).toEqual([
      { of: 'table', gloss: { table: 'orders', synonyms: ['sale', 'purchase'], description: 'Sales.', time: 'at' } },
      paid,
    ])
  })

  it('are unique per table, column and phrase, and keep their position when renamed', () => {
    const renamed: Entry = { of: 'phrase', gloss: { ...paid.gloss, phrase: 'settled' } }
    expect(withEntry([orders, paid], renamed, paid)).toEqual([orders, renamed])
    expect(withEntry([orders, paid], { of: 'table', gloss: { table: 'orders', synonyms: [] } })).toEqual([
      paid,
      { of: 'table', gloss: { table: 'orders', synonyms: [] } },
    ])
  })

  it('count each added, changed or removed entry as one change', () => {
    const changed: Entry = { of: 'table', gloss: { table: 'orders', synonyms: [] } }
    expect([changesOf([orders], [orders]), changesOf([orders], [changed]), changesOf([orders], [paid])]).toEqual([
      0, 1, 2,
    ])
  })

  it('convert to a glossary and back without loss', () => {
    const glossary = glossaryOf([orders, paid])
    expect(entriesOf(glossary)).toEqual([orders, paid])
  })
})
