import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { ACCOUNTS_PROBLEMS } from '../../src/platform/problems/accounts.ts'
import { adviceFor } from '../../src/platform/problems/advice.ts'
import { isProblemName, PROBLEM_NAMES } from '../../src/platform/problems/problem.ts'
import { SINGLE_SIGN_ON_PROBLEMS } from '../../src/platform/problems/single-sign-on.ts'
import { TURNS_PROBLEMS } from '../../src/platform/problems/turns.ts'
import { de } from '../../web/src/i18n/de.ts'
import { en } from '../../web/src/i18n/en.ts'
import { advice } from '../../web/src/operators/translated-de.ts'

/** Arguments for texts that are functions. */
const ARGUMENTS = ['3', '4', '5'] as const

/** All texts of a catalog by key, such as `login.title`. */
const textsOf = (catalog: unknown, path = ''): [string, unknown][] => {
  if (typeof catalog === 'function') return [[path, Reflect.apply(catalog, undefined, [...ARGUMENTS])]]
  if (typeof catalog !== 'object' || catalog === null) return [[path, catalog]]
  return Object.entries(catalog).flatMap(([name, value]) => textsOf(value, path === '' ? name : `${path}.${name}`))
}

const withoutProblems = ({ problems: _, ...catalog }: typeof en | typeof de) => catalog

/** Texts of the catalogs that are loaded with the pages of one folder, such as `keys/texts-en.ts`. */
const folderTexts = async (language: 'en' | 'de'): Promise<readonly [string, unknown][]> => {
  const source = path.resolve(import.meta.dirname, '../../web/src')
  const folders = readdirSync(source).filter((name) => existsSync(path.join(source, name, 'texts-en.ts')))
  const found = folders.map(async (folder) => {
    const { texts } = await import(path.join(source, folder, `texts-${language}.ts`))
    return textsOf(texts, folder)
  })
  return (await Promise.all(found)).flat()
}

const english = new Map([...textsOf(withoutProblems(en)), ...(await folderTexts('en'))])
const german = new Map([...textsOf(withoutProblems(de)), ...(await folderTexts('de'))])

/** Names, keyboard keys, and words that both languages share. */
const IDENTICAL_KEYS = [
  'app',
  'pages.webhooks',
  'pages.limits',
  'ask.shareLink',
  'receipt.engines.postgres',
  'receipt.engines.sqlite',
  'receipt.engines.mongodb',
  'shortcuts.list.0.0',
  'shortcuts.list.8.0',
  'shortcuts.list.9.0',
  'shortcuts.list.10.0',
  'access.own.name',
  'audit.actorKinds.user',
  'audit.groups.webhook',
  'billing.plans.starter',
  'billing.plans.professional',
  'billing.plans.business',
  'billing.plans.enterprise',
  'branding.logos',
  'branding.widget',
  'connect.app',
  'operators.health.parts.temporal.name',
  'operators.health.parts.redis.name',
  'operators.limits.plans.starter',
  'operators.limits.plans.professional',
  'operators.limits.plans.business',
  'operators.limits.plans.enterprise',
  'personalities.name',
  'usage.groups.user',
  'webhooks.one',
]

describe('Portal message catalogs', () => {
  it('have the same keys in English and German', () => {
    expect([...german.keys()]).toEqual([...english.keys()])
  })

  it('have no empty text', () => {
    const all = [...english, ...german, ...Object.entries(en.problems), ...Object.entries(de.problems)]
    expect(all.filter(([, text]) => typeof text !== 'string' || text.trim() === '')).toEqual([])
  })

  it('have identical texts in both languages only for listed names', () => {
    expect([...german].filter(([path, text]) => english.get(path) === text).map(([path]) => path)).toEqual(
      IDENTICAL_KEYS,
    )
    expect(Object.entries(de.problems).filter(([name, text]) => en.problems[name] === text)).toEqual([])
  })

  it('contain only existing problems', () => {
    const named = [...Object.keys(en.problems), ...Object.keys(de.problems)]
    expect(named.filter((name) => !isProblemName(name))).toEqual([])
  })

  it('translate into German every English problem and every problem of accounts, SSO and turns', () => {
    const possible = Object.keys({ ...ACCOUNTS_PROBLEMS, ...SINGLE_SIGN_ON_PROBLEMS, ...TURNS_PROBLEMS })
    const needed = new Set([...Object.keys(en.problems), ...possible])
    expect([...needed].filter((name) => !Object.hasOwn(de.problems, name))).toEqual([])
  })

  it('translate all operator advice into German', () => {
    const advised = ['', ...PROBLEM_NAMES].filter((name) => adviceFor(name) !== undefined)
    expect(Object.keys(advice).sort()).toEqual(advised.sort())
  })

  it('contain no HTTP methods, paths, headers or field names in problem texts', () => {
    const technical = /\b(POST|GET|PUT|DELETE)\b|\/api\/|X-[A-Z]|Retry-After|Idempotency|JSON|[a-z]_[a-z]/
    const all = [...Object.entries(en.problems), ...Object.entries(de.problems)]
    expect(all.filter(([, text]) => technical.test(text))).toEqual([])
  })
})
