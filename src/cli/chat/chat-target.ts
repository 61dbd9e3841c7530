import { type Demo, readDemoFile } from '../local/home/demo-file.ts'
import { readRuntime } from '../local/home/runtime-file.ts'
import { AskFailed } from './follow-turn.ts'

export interface TargetOptions {
  readonly url?: string | undefined
  readonly key?: string | undefined
  readonly tenant?: string | undefined
  readonly scope?: string | undefined
}

/** Whom to ask, and as whom. */
export interface AskTarget {
  readonly baseUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** For new conversations: the demo organization may have other databases by now. */
  readonly databaseId: string | undefined
  /** What was chosen without being asked for, to be said. */
  readonly note?: string
}

/**
 * Options first; what they leave open comes from the running service and its demo organization.
 * @throws AskFailed when nothing runs, or no key is known
 */
export const askTarget = async (home: string, options: TargetOptions): Promise<AskTarget> => {
  const [runtime, demo] = await Promise.all([readRuntime(home), readDemoFile(home)])
  const baseUrl = options.url ?? runtime?.base_url
  if (baseUrl === undefined) throw new AskFailed('No running service was found. Start one with: npm start')
  const key = options.key ?? demo?.org_key
  if (key === undefined) throw new AskFailed('No API key is known here: give one with --key.')
  const isDemo = key === demo?.org_key || key === demo?.database_key
  const first = options.tenant === undefined && isDemo ? demo?.tenants[0] : undefined
  const tenant = options.tenant ?? first?.id.toString()
  return {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    headers: {
      'X-API-Key': key,
      ...(tenant === undefined ? {} : { 'X-Tenant-Id': tenant }),
      ...(options.scope === undefined ? {} : { 'X-Scope-Id': options.scope }),
    },
    databaseId: key === demo?.org_key ? demo.database_id : undefined,
    ...(first === undefined ? {} : { note: tenantNote(first, demo) }),
  }
}

const tenantNote = (first: Demo['tenants'][number], demo: Demo | undefined): string => {
  const others =
    (demo?.tenants.length ?? 0) > 1 ? `; --tenant ${demo?.tenants[1]?.id} asks as ${demo?.tenants[1]?.name}` : ''
  return `Asking as tenant ${first.id} (${first.name})${others}.`
}
