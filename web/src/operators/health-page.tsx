import { useQuery } from '@tanstack/react-query'
import { formatMoment } from '../i18n/format.ts'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { HealthParts } from './health-parts.tsx'
import { operatorQuery, REFRESH_MS, readHealth } from './operator-client.ts'
import { OperatorPage } from './operator-page.tsx'
import { operatorsTexts } from './texts.ts'

/** Health of the service's parts. */
export const HealthPage = () => {
  const { pages } = useTexts()
  return (
    <OperatorPage title={pages.health}>
      <Health />
    </OperatorPage>
  )
}

const Health = () => {
  const texts = useTexts()
  const health = useQuery({
    queryKey: ['/api/v1/operators/health'],
    ...operatorQuery,
    queryFn: ({ signal }) => readHealth(signal),
    refetchInterval: REFRESH_MS,
  })
  return (
    <Loaded query={health}>
      {(found) => (
        <>
          <p className="lead">{operatorsTexts.health.checkedAt(formatMoment(found.checked_at, texts))}</p>
          <HealthParts health={found} />
        </>
      )}
    </Loaded>
  )
}
