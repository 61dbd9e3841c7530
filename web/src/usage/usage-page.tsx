import { useSearch } from '@tanstack/react-router'
import '../styles/usage.css'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Breakdown } from './breakdown.tsx'
import { PeriodLimits } from './period-limits.tsx'
import { RangeForm } from './range-form.tsx'
import { useUsage } from './usage-report.ts'
import { UsedSection } from './used-section.tsx'

/** Usage of the organization: against limits, per day, and by group. */
export const UsagePage = () => {
  const { pages } = useTexts()
  return (
    <ManagePage title={pages.usage}>
      <Content />
    </ManagePage>
  )
}

const Content = () => {
  const { from, to } = useSearch({ from: '/logged-in/usage' })
  const range = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const perDay = useUsage(range, 'day')
  return (
    <Loaded query={perDay}>
      {(report) => (
        <>
          <PeriodLimits period={report.period} />
          <RangeForm key={`${report.from} ${report.to}`} from={report.from} to={report.to} />
          <UsedSection report={report} />
          {report.rows.length > 0 && <Breakdown range={range} />}
        </>
      )}
    </Loaded>
  )
}
