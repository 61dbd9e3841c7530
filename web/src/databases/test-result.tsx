import type { components } from '../../../clients/typescript/src/index.ts'
import type { Texts } from '../i18n/en.ts'
import { formatDuration, formatNumber } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { databasesTexts } from './texts.ts'

const { form: says } = databasesTexts

export type AddressTest = components['schemas']['AddressTest']
type Tested = components['schemas']['DatabaseTest']

/** The result of a connection test in one sentence. */
export const testedText = (tested: Tested, texts: Texts): string => {
  const engines: Readonly<Record<string, string>> = texts.receipt.engines
  return says.connected(
    engines[tested.engine] ?? tested.engine,
    tested.server_version,
    formatNumber(tested.tables, texts),
    tested.tables,
    formatDuration(tested.latency_ms, texts),
  )
}

/** Shows that a database is readable, and which further privileges its user has. */
export const TestResult = ({ tested }: { readonly tested: Tested }) => {
  const texts = useTexts()
  return (
    <div className="notice">
      <p>{testedText(tested, texts)}</p>
      {tested.excess_rights.length > 0 && (
        <>
          <p>{says.excess}</p>
          <pre>{tested.excess_rights.join('\n')}</pre>
        </>
      )}
    </div>
  )
}
