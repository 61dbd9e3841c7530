import type { Table } from '../schema.ts'
import { nameWords } from './name-words.ts'
import { type SecretForm, secretForm } from './secret-text.ts'

/** One sample of a column's texts, from one tenant's rows or from all rows. */
export interface SampledTexts {
  /** Distinct texts and the number of rows of each. */
  readonly times: ReadonlyMap<string, number>
}

/**
 * Whether samples show that a column holds secrets. More than half of the samples must do so; in samples per tenant, at
 * least 80% of the texts of each and five texts in all, unless there are no others. One or two tenants therefore cannot
 * get a column hidden from the rest by what they write.
 */
export const holdsSecrets = (table: Table, column: string, samples: readonly SampledTexts[]): boolean => {
  const seen = samples.filter(({ times }) => times.size > 0)
  const mayBeDigests = !isIdentifier(table, column)
  const least = samples.length > 1 ? TENANT_SAMPLES_MIN : SINGLE_SAMPLE_MIN
  const secret = seen.flatMap(({ times }) => secretTexts(times, mayBeDigests, least.share) ?? [])
  const texts = secret.reduce((sum, count) => sum + count, 0)
  // Several tenants with secrets only are sufficient evidence.
  const isAll = secret.length > 1 && texts === seen.reduce((sum, { times }) => sum + times.size, 0)
  return secret.length > seen.length / 2 && (isAll || texts >= least.texts)
}

/** Minimum share and number of secret texts, for a single sample and for samples per tenant. */
const SINGLE_SAMPLE_MIN = { share: 0, texts: 1 }
const TENANT_SAMPLES_MIN = { share: 0.8, texts: 5 }

/** Minimum share of a sample's texts that have the format. */
const SHARE_MIN: Readonly<Record<SecretForm, number>> = { certain: 0.2, iban: 0.2, card: 0.5, digest: 0.8 }
/** Minimum number of texts: a single number or digest may match by chance. */
const TEXTS_MIN: Readonly<Record<SecretForm, number>> = { certain: 1, iban: 1, card: 2, digest: 2 }
const FORMS = ['certain', 'digest', 'card', 'iban'] as const
/** Digests of secrets are almost always distinct; a value in more rows, on average, is a reference. */
const ROWS_PER_DIGEST_MAX = 1.5

/** Number of texts of a sample in a secret format; undefined if too few. */
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

/** Words for digests that identify something: a commit, a file, a row of another system. */
const IDENTIFIER_WORD =
  /^(?:id|ids|uuid|guid|ref|reference|sha|sha1|sha256|sha512|md5|commit|revision|rev|tree|blob|checksum|etag|gravatar|avatar|image|photo|picture|file|filename|path|url|fingerprint|digest|version|trace|span|block|tx|transaction|parent|external)$/

const isIdentifier = ({ primaryKey, foreignKeys }: Table, column: string): boolean =>
  primaryKey.includes(column) ||
  foreignKeys.some(({ columns }) => columns.includes(column)) ||
  nameWords(column).some((word) => IDENTIFIER_WORD.test(word))
