import { Link, useParams, useSearch } from '@tanstack/react-router'
import { ManagePage } from '../frame/manage-page.tsx'
import { useTexts } from '../i18n/texts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ComparisonSection } from './comparison-section.tsx'
import { FiguresSection, TagsSection } from './figures-section.tsx'
import { MistakesSection } from './mistakes-section.tsx'
import { useReport } from './queries.ts'
import { RunningSection } from './running-section.tsx'
import { evaluationTexts as says } from './texts.ts'

/** One run: progress, figures, and questions that were not answered correctly. */
export const EvaluationPage = () => {
  const { pages } = useTexts()
  const back = (
    <p className="back">
      <Link to="/evaluation">{pages.evaluation}</Link>
    </p>
  )
  return (
    <ManagePage title={says.one} tabs={back}>
      <Content />
    </ManagePage>
  )
}

const Content = () => {
  const { run } = useParams({ from: '/logged-in/evaluation/$run' })
  const { with: other } = useSearch({ from: '/logged-in/evaluation/$run' })
  return (
    <Loaded query={useReport(run, other)}>
      {(report) => (
        <>
          <RunningSection report={report} />
          <FiguresSection report={report} />
          <TagsSection report={report} />
          {report.status !== 'running' && <ComparisonSection report={report} other={other} />}
          <MistakesSection report={report} />
        </>
      )}
    </Loaded>
  )
}
