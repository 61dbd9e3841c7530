import type { Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import { type SecretForm, secretForm } from './secret-text.ts'

/** One sample of a column's texts: of one tenant's rows, or of everybody's. */
export interface SampledTexts {
  /** Distinct texts, and in how many rows each is. */
  readonly times: ReadonlyMap<string, number>
}

/**
 * Whether samples of a column show that it holds secrets. More than half of the samples must do so, and of samples of tenants nearly
 * every text, five in all unless there is no other: what a tenant or two write into their rows hides no column from the others.
 */
export const holdsSecrets = (table: Table, column: string, samples: readonly SampledTexts[]): boolean => {
  const seen = samples.filter(({ times }) => times.size > 0)
  const mayBeDigests = !isIdentifier(table, column)
  const least = samples.length > 1 ? OF_TENANTS : OF_ALL
  const secret = seen.flatMap(({ times }) => secretTexts(times, mayBeDigests, least.share) ?? [])
  const texts = secret.reduce((sum, count) => sum + count, 0)
  // Several tenants that write nothing else there leave no doubt.
  const isAll = secret.length > 1 && texts === seen.reduce((sum, { times }) => sum + times.size, 0)
  return secret.length > seen.length / 2 && (isAll || texts >= least.texts)
}

/** What samples must have at least where there is one, and where there is one of each tenant: few tenants are no majority. */
const OF_ALL = { share: 0, texts: 1 }
const OF_TENANTS = { share: 0.8, texts: 5 }

/** The least share of a sample's texts that have the form. */
const SHARE_MIN: Readonly<Record<SecretForm, number>> = { certain: 0.2, iban: 0.2, card: 0.5, digest: 0.8 }
/** Numbers and digests of one row may have the form by chance. */
const TEXTS_MIN: Readonly<Record<SecretForm, number>> = { certain: 1, iban: 1, card: 2, digest: 2 }
const FORMS = ['certain', 'digest', 'card', 'iban'] as const
/** Digests of secrets are hardly ever the same: a value in more rows, on average, is a reference. */
const ROWS_PER_DIGEST_MAX = 1.5

/** How many texts of a sample have the form of secrets; undefined where these are too few. */
const secretTexts = (
  times: ReadonlyMap<string, number>,
  mayBeDigests: boolean,
  shareMin: number,
): number | undefined => {
  const byForm = Map.groupBy(times.keys(), secretForm)
  const rows = [...times.values()].reduce((sum, count) => sum + count, 0)
  const form = FORMS.find((one) => {
    const count = byForm.get(one)?.length ?? 0
    const share = Math.max(SHARE_MIN[one], shareMin)
    if (count < TEXTS_MIN[one] || count < share * times.size) return false
    return one !== 'digest' || (mayBeDigests && rows <= ROWS_PER_DIGEST_MAX * times.size)
  })
  return form && byForm.get(form)?.length
}

/** What a digest is called that names something: a commit, a file, a row of another system. */
const IDENTIFIER =
  /^(?:id|ids|uuid|guid|ref|reference|sha|sha1|sha256|sha512|md5|commit|revision|rev|tree|blob|checksum|etag|gravatar|avatar|image|photo|picture|file|filename|path|url|fingerprint|digest|version|trace|span|block|tx|transaction|parent|external)$/

const isIdentifier = ({ primaryKey, foreignKeys }: Table, column: string): boolean =>
  primaryKey.includes(column) ||
  foreignKeys.some(({ columns }) => columns.includes(column)) ||
  nameWords(column).some((word) => IDENTIFIER.test(word))
