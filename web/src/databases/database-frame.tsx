import type { ReactNode } from 'react'
import { ManagePage } from '../frame/manage-page.tsx'
import { mayOpen, useRole } from '../frame/role.ts'
import { useTexts } from '../i18n/texts.tsx'
import { DatabaseTabs } from './database-tabs.tsx'
import { useDatabase } from './queries.ts'
import { databasesTexts } from './texts.ts'

interface DatabaseFrameProps {
  readonly id: string
  readonly tab: Exclude<keyof typeof databasesTexts.tabs, 'label'>
  readonly action?: ReactNode
  readonly children: ReactNode
}

/** Layout of all pages of one database: its name, and tabs. */
export const DatabaseFrame = ({ id, tab, action, children }: DatabaseFrameProps) => {
  const { pages } = useTexts()
  const database = useDatabase(id, mayOpen(useRole(), 'admin'))
  const name = database.data?.name ?? pages.databases
  return (
    <ManagePage title={`${name}: ${databasesTexts.tabs[tab]}`} action={action} tabs={<DatabaseTabs id={id} />}>
      {children}
    </ManagePage>
  )
}
