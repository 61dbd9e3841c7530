import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Platform, startPlatform } from '../../support/platform.ts'
import { type Manager, managerOf } from './manager.ts'

let platform: Platform
let own: Manager
let folder: string
beforeAll(async () => {
  platform = await startPlatform({ env: { TABLETALK_ALLOW_PRIVATE_HOSTS: 'true' } })
  own = await managerOf(platform)
  folder = await mkdtemp(path.join(tmpdir(), 'tabletalk-drafts-'))
})
afterAll(async () => {
  await platform.close()
  await rm(folder, { recursive: true, force: true })
})

/** An ERP of one company: abbreviated names, no foreign keys, dates as text, a discount in percent. */
const ERP = `
CREATE TABLE tbl_cust (cust_no INTEGER PRIMARY KEY, fname TEXT NOT NULL, lname TEXT NOT NULL, ctry_cd TEXT, pwd TEXT);
CREATE TABLE ord_hdr (ord_no INTEGER PRIMARY KEY, cust_no INTEGER NOT NULL, ord_dt TEXT NOT NULL, stat TEXT NOT NULL, shipped_at DATETIME);
CREATE TABLE ord_lines (id INTEGER PRIMARY KEY, ord_no INTEGER NOT NULL, qty INTEGER NOT NULL, unit_prc REAL NOT NULL, disc_pct INTEGER);
INSERT INTO tbl_cust VALUES (1, 'Ada', 'Moss', 'FR', 'x'), (2, 'Ben', 'Ortiz', 'BE', 'y');
INSERT INTO ord_hdr VALUES (10, 1, '24.12.2025', 'PAID', NULL), (11, 1, '02.01.2026', 'IN_TRANSIT', '2026-01-03'),
  (12, 2, '31.01.2026', 'PAID', NULL), (13, 2, '01.02.2026', 'PAID', '2026-02-02'), (14, 2, '03.02.2026', 'IN_TRANSIT', NULL);
INSERT INTO ord_lines VALUES (1, 10, 2, 10, 50), (2, 11, 1, 30, NULL), (3, 12, 4, 5, 10);`

/** Shops as tenants; the values of `notes.status` differ from shop to shop. */
const SHOPS = `
CREATE TABLE shops (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE parcels (id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops(id), status TEXT NOT NULL, secret_token TEXT);
CREATE TABLE notes (id INTEGER PRIMARY KEY, shop_id INTEGER NOT NULL REFERENCES shops(id), parcel_id INTEGER, status TEXT NOT NULL);
INSERT INTO shops VALUES ${[1, 2, 3, 4, 5, 6].map((id) => `(${id}, 'Shop ${id}')`).join(', ')};
INSERT INTO parcels (shop_id, status) VALUES ${[1, 2, 3, 4, 5, 6]
  .flatMap((id) => ['lost', 'lost', 'waiting', 'waiting'].map((status) => `(${id}, '${status}')`))
  .join(', ')};
INSERT INTO notes (shop_id, status) VALUES ${[1, 2, 3, 4, 5, 6]
  .flatMap((id) => Array(4).fill(`(${id}, '${['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'][id - 1]}')`))
  .join(', ')};`

/** A clinic without primary keys. */
const CLINIC = `
CREATE TABLE Patient (PatientID INTEGER, FirstName TEXT, Surname TEXT, DOB TEXT);
CREATE TABLE Appt (ApptID INTEGER, PatientID INTEGER, ApptDt TEXT, Priority TEXT, cancelled_on DATE);
INSERT INTO Patient VALUES (1, 'Ada', 'Moss', '1990-01-02'), (2, 'Ben', 'Ortiz', '1980-03-04'), (3, 'Cleo', 'Park', '1970-05-06');
INSERT INTO Appt VALUES (1, 1, '20260101', 'urgent', NULL), (2, 2, '20260102', 'urgent', NULL), (3, 3, '20260103', 'routine', '2026-01-01');`

let made = 0
const connected = async (script: string, setting: object = {}) => {
  const name = `draft ${++made}`
  const file = path.join(folder, `${made}.db`)
  const database = new DatabaseSync(file)
  database.exec(script)
  database.close()
  const about = { name, url: `sqlite:${file}`, requires_organization_scoping: false, ...setting }
  const { body } = await own.send('POST', '/databases', about)
  return `/databases/${body.data.id}`
}
type Proposal = Record<'kind' | 'about' | 'says' | 'evidence', string>
const draftOf = async (at: string) => (await own.send('POST', `${at}/glossary/draft`, {})).body.data
const linesOf = (draft: { proposals: Proposal[] }) =>
  draft.proposals.map(({ kind, about, says }) => `${kind} ${about} ${says}`)

describe('a glossary draft', () => {
  it('proposes keys, labels, measures, states, date formats and abbreviations, each with its evidence', async () => {
    const draft = await draftOf(await connected(ERP))
    expect(linesOf(draft)).toEqual(
      expect.arrayContaining([
        'measure ord_lines "revenue": sum of qty × unit_prc × (1 − disc_pct / 100)',
        'key ord_lines.ord_no points to ord_hdr.ord_no',
        'key ord_hdr.cust_no points to tbl_cust.cust_no',
        'label tbl_cust named by fname and lname',
        `state ord_hdr.stat "paid": stat = 'PAID'`,
        `state ord_hdr.stat "in transit": stat = 'IN_TRANSIT'`,
        'state ord_hdr.shipped_at "shipped": shipped_at is not null',
        'date ord_hdr.ord_dt dates as texts, written DD.MM.YYYY',
        'abbreviation tbl_cust also called "customer"',
        'abbreviation ord_hdr.cust_no also called "customer number"',
        'abbreviation ord_lines.qty also called "quantity"',
      ]),
    )
    for (const { evidence } of draft.proposals) expect(evidence).toMatch(/^[^.].{15,}\.$/)
    expect(JSON.stringify(draft)).not.toContain('pwd')
  })

  it('takes effect only after PUT, and then answers questions that were declined before', async () => {
    const at = await connected(ERP)
    const id = at.slice('/databases/'.length)
    const ask = async (message: string) => {
      const json = { message, database_id: id }
      const { body } = await own.send('POST', '/chat/message', json)
      if (body.data === undefined) throw new Error(JSON.stringify(body))
      return body.data.results
    }
    const { glossary } = await draftOf(at)
    expect((await own.get(`${at}/glossary`)).body.data.phrases).toEqual([])
    expect(await ask('What is the revenue?')).toEqual([])
    expect((await own.send('PUT', `${at}/glossary`, glossary)).body.data).toEqual(glossary)
    expect(await ask('What is the revenue?')).toEqual([{ revenue: 2 * 10 * 0.5 + 30 + 4 * 5 * 0.9 }])
    expect(await ask('How many shipped orders are there?')).toEqual([{ number_of_ord_hdrs: 2 }])
  })

  it.each([
    ['an ERP', ERP, {}],
    ['a database with tenants', SHOPS, { requires_organization_scoping: true }],
    ['a clinic', CLINIC, {}],
  ])('for %s is accepted unchanged, and a second draft proposes nothing', async (_, script, setting) => {
    const at = await connected(script, setting)
    const draft = await draftOf(at)
    expect(draft.proposals.length).toBeGreaterThan(2)
    expect((await own.send('PUT', `${at}/glossary`, draft.glossary)).status).toBe(200)
    expect((await draftOf(at)).proposals).toEqual([])
  })

  it('keeps the entries of the stored glossary, and adds to them', async () => {
    const at = await connected(ERP)
    const tables = [{ table: 'tbl_cust', synonyms: ['buyer'], label: 'lname' }]
    const phrases = [{ phrase: 'Revenue', table: 'ord_lines', measure: { aggregate: 'sum', column: 'qty' } }]
    await own.send('PUT', `${at}/glossary`, { tables, phrases })
    const draft = await draftOf(at)
    expect(draft.glossary.tables).toContainEqual({ table: 'tbl_cust', synonyms: ['buyer', 'customer'], label: 'lname' })
    expect(draft.glossary.phrases).toContainEqual(phrases[0])
    expect(linesOf(draft).filter((line) => /^(measure|label tbl_cust)/.test(line))).toEqual([])
  })

  it('contains no value of a single tenant and no hidden column', async () => {
    const draft = await draftOf(await connected(SHOPS, { requires_organization_scoping: true }))
    expect(linesOf(draft)).toContain(`state parcels.status "waiting": status = 'waiting'`)
    expect(JSON.stringify(draft)).not.toMatch(/alpha|bravo|charlie|delta|echo|foxtrot|secret_token/)
  })

  it('finds keys by name without primary keys, and date formats without separators', async () => {
    const lines = linesOf(await draftOf(await connected(CLINIC)))
    expect(lines).toEqual(
      expect.arrayContaining([
        'key Appt.PatientID points to Patient.PatientID',
        'label Patient named by FirstName and Surname',
        'date Appt.ApptDt dates as texts, written YYYYMMDD',
        'state Appt.cancelled_on "cancelled": cancelled_on is not null',
      ]),
    )
  })
})
