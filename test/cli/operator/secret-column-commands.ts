import type { OperatorBench } from './command.ts'
import { change, crmFile } from './crm-file.ts'

/** `database policy` tells which columns wait because they look secret, and takes the decision about them. */
export const secretColumnCommands = (bench: () => OperatorBench): void => {
  it('hides a new column that looks secret until it is shown, and tells the command that shows it', async () => {
    const mine = crmFile(bench().folder, 'waiting.db')
    await bench().run(['database', 'add', '--org', '1', '--name', 'waiting', '--url', `sqlite:${mine}`, '--scoped'])
    change(mine, 'ALTER TABLE orders ADD COLUMN api_secret TEXT')
    const query = { id: 1, query: 'SELECT api_secret FROM orders' }
    const judged = async () => {
      const words = ['guard', 'explain', '--database', 'waiting', '--tenant', '3']
      const { out } = await bench().run(words, { input: `${JSON.stringify(query)}\n` })
      return JSON.parse(out)
    }
    expect(await judged()).toMatchObject({ verdict: 'refused' })
    const waiting = await bench().run(['database', 'policy', 'waiting'])
    expect(waiting.err).toContain('column waits: orders: api_secret looks secret')
    expect(waiting.err).toContain('--show TABLE.COLUMN')
    const decided = ['--show', 'orders.api_secret', '--hide', 'orders.total', '--json']
    const shown = await bench().run(['database', 'policy', 'waiting', ...decided])
    expect(shown.json.policy.tables.orders).toEqual({ mode: 'tenant', hide: ['total'], show: ['api_secret'] })
    expect(await judged()).toMatchObject({ verdict: 'accepted' })
    const unknown = await bench().run(['database', 'policy', 'waiting', '--show', 'api_secret'])
    expect(unknown).toMatchObject({ code: 1, err: expect.stringContaining('write it as TABLE.COLUMN') })
    await bench().run(['database', 'remove', 'waiting', '--yes'])
  })
}
