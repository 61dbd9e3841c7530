import { z } from 'zod'
import { type HeaderProxy, headerProxy } from '../../../support/header-proxy.ts'
import { type McpFixture, startMcpFixture } from '../../../support/mcp-fixture/start-mcp-fixture.ts'
import { type Platform, startPlatform } from '../../../support/platform.ts'
import { requiredScenarios, type ScenarioOutcome, suiteOutput } from './conformance-run.ts'

type Outcomes = ReadonlyMap<string, ScenarioOutcome>

const namesOf = (outcomes: Outcomes, does: (outcome: ScenarioOutcome) => boolean) =>
  [...outcomes].filter(([, outcome]) => does(outcome)).map(([name]) => name)
const passing = (outcomes: Outcomes) => namesOf(outcomes, ({ passed, failed }) => failed === 0 && passed > 0)
const failing = (outcomes: Outcomes) => namesOf(outcomes, ({ failed }) => failed > 0)
/** By the suite itself: it has no check for a server without sessions, or none at all yet. */
const skipped = (outcomes: Outcomes) => namesOf(outcomes, ({ passed, failed }) => passed + failed === 0)

describe('A server of MCP with the router, the tasks and the tool calls of the product', () => {
  let fixture: McpFixture
  beforeAll(async () => {
    fixture = await startMcpFixture()
  })
  afterAll(() => fixture.close())

  it('passes all 37 scored scenarios of revision 2026-07-28, and those of tasks', async () => {
    const outcomes = await requiredScenarios(fixture.url, '2026-07-28')
    // Scores do not contain it: parameters in headers, which no tool of the product has.
    expect(failing(outcomes)).toEqual(['http-custom-header-server-validation'])
    expect(skipped(outcomes)).toEqual(['tasks-status-notifications'])
    expect(passing(outcomes)).toHaveLength(37 + 9 + 2)
    expect(passing(outcomes).filter((name) => name.startsWith('tasks-'))).toHaveLength(9)
  }, 120_000)

  it('passes the scenarios of revision 2025-11-25 that need no session', async () => {
    const outcomes = await requiredScenarios(fixture.url, '2025-11-25')
    expect(failing(outcomes)).toEqual(NEED_A_SESSION)
    expect(skipped(outcomes)).toEqual(['server-sse-multiple-streams', 'server-session-lifecycle', 'server-sse-polling'])
    expect(passing(outcomes)).toHaveLength(24)
  }, 120_000)
})

/** Their servers send requests or notifications outside of a response, which a client receives and answers by its session. */
const NEED_A_SESSION = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'resources-subscribe',
  'resources-unsubscribe',
]

describe('The endpoint /mcp', () => {
  let platform: Platform
  let proxy: HeaderProxy
  beforeAll(async () => {
    platform = await startPlatform()
    proxy = await headerProxy(platform.baseUrl, platform.headers)
  })
  afterAll(async () => {
    await proxy.close()
    await platform.close()
  })

  it('passes the scenarios that use no tool of the suite', async () => {
    const outcomes = await requiredScenarios(`${proxy.baseUrl}/mcp`, '2026-07-28')
    expect(passing(outcomes)).toEqual(expect.arrayContaining([...WITHOUT_FIXTURE]))
  }, 120_000)

  it('passes every check of stateless servers that the suite can make without its own tools', async () => {
    const text = await suiteOutput(`${proxy.baseUrl}/mcp`, ['--scenario', 'server-stateless', '--verbose'])
    const checks = Checks.parse(JSON.parse(/^\[$.*?^\]$/ms.exec(text)?.[0] ?? ''))
    const failed = checks.filter(({ status }) => status === 'FAILURE')
    expect(failed.filter(({ errorMessage }) => !errorMessage?.startsWith('Not testable'))).toEqual([])
    expect(checks.filter(({ status }) => status === 'SUCCESS').length).toBeGreaterThanOrEqual(20)
  }, 120_000)
})

const Checks = z.array(z.object({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }))

const WITHOUT_FIXTURE = [
  'tools-list',
  'resources-list',
  'prompts-list',
  'caching',
  'sep-2164-resource-not-found',
  'dns-rebinding-protection',
  'http-header-validation',
  'server-sse-multiple-streams',
  'input-required-result-unsupported-methods',
]
