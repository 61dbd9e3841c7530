import { Link } from '@tanstack/react-router'
import { databasesTexts } from './texts.ts'

const { tabs } = databasesTexts

/** Tabs of a database. */
export const DatabaseTabs = ({ id: database }: { readonly id: string }) => (
  <nav className="page-tabs" aria-label={tabs.label}>
    <Link to="/databases/$database" params={{ database }} activeOptions={{ exact: true }}>
      {tabs.overview}
    </Link>
    <Link to="/databases/$database/policy" params={{ database }}>
      {tabs.policy}
    </Link>
    <Link to="/databases/$database/glossary" params={{ database }}>
      {tabs.glossary}
    </Link>
    <Link to="/databases/$database/queries" params={{ database }}>
      {tabs.queries}
    </Link>
    <Link to="/databases/$database/attack" params={{ database }}>
      {tabs.attack}
    </Link>
  </nav>
)
