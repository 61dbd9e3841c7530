import type { OperatorBench } from './command.ts'
import { change, crmFile } from './crm-file.ts'

/** Tests of how `database policy` lists columns that look secret and takes `--show` and `--hide` for them. */
export const secretColumnCommands = (bench: () => OperatorBench): void => {
  it('hides a new column that looks secret until --show names it, and prints the command for that', async () => {
    const file = crmFile(bench().folder, 'waiting.db')
    await bench().run(['database', 'add', '--org', '1', '--name', 'waiting', '--url', `sqlite:${file}`, '--scoped'])
    change(file, 'ALTER TABLE orders ADD COLUMN api_secret TEXT')
    const query = { id: 1, query: 'SELECT api_secret FROM orders' }
    const explainQuery = async () => {
      const words = ['guard', 'explain', '--database', 'waiting', '--tenant', '3']
      const { out } = await bench().run(words, { input: `${JSON.stringify(query)}\n` })
      return JSON.parse(out)
    }
    expect(await explainQuery()).toMatchObject({ verdict: 'refused' })
    const policy = await bench().run(['database', 'policy', 'waiting'])
    expect(policy.err).toContain('column waits: orders: api_secret looks secret')
    expect(policy.err).toContain('--show TABLE.COLUMN')
    const decided = ['--show', 'orders.api_secret', '--hide', 'orders.total', '--json']
    const shown = await bench().run(['database', 'policy', 'waiting', ...decided])
    expect(shown.json.policy.tables.orders).toEqual({ mode: 'tenant', hide: ['total'], show: ['api_secret'] })
    expect(await explainQuery()).toMatchObject({ verdict: 'accepted' })
    const unknown = await bench().run(['database', 'policy', 'waiting', '--show', 'api_secret'])
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('Write it as TABLE.COLUMN') })
    await bench().run(['database', 'remove', 'waiting', '--yes'])
  })
}
