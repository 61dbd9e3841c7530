import type { CommandResult, OperatorBench } from './command.ts'

/** Runs `demo load`. */
export const load = (bench: OperatorBench, ...words: readonly string[]): Promise<CommandResult> =>
  bench.run(['demo', 'load', ...words])

/** The curl command that `demo load` printed. */
export const curlOf = (out: string): string => out.match(/^ {2}curl .*\\\n.*$/m)?.[0] ?? ''
/** The arguments of the `tabletalk ask` command that `demo load` printed. */
export const askOf = (out: string): readonly string[] => (out.match(/npx tabletalk (ask .*) '/)?.[1] ?? '').split(' ')

/** Loads the demo, runs the printed commands, checks that a second load is refused, and loads again with `--replace`. */
export const roundTrip = async (bench: OperatorBench, url: string, engine: string): Promise<void> => {
  const first = await load(bench, '--url', url)
  expect({ code: first.code, err: first.err }).toMatchObject({ code: 0 })
  expect(first.out).toContain(`The demo is in shops-${engine}: `)
  const answer = await bench.shell(curlOf(first.out))
  const [row] = answer.data.results
  expect(Object.values(row)[0]).toBeGreaterThan(0)

  const count = 'How many orders are there?'
  const asked = await bench.run([...askOf(first.out), count, '--json'])
  const elsewhere = await bench.run([...askOf(first.out), count, '--json', '--tenant', '2'])
  expect([asked.code, elsewhere.code]).toEqual([0, 0])
  expect(elsewhere.json.results).not.toEqual(asked.json.results)

  const refused = await load(bench, '--url', url)
  expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/already has a database .*--replace/) })
  const taken = await load(bench, '--url', url, '--name', 'another', '--json')
  expect(taken).toMatchObject({ code: 1, out: '', err: expect.stringMatching(/orders[\s\S]*--replace/) })

  const again = await load(bench, '--url', url, '--replace', '--json')
  expect(again.code).toBe(0)
  expect(again.json).toMatchObject({ engine, replaced: true, tables: 20 })
  expect(first.out).toContain(again.json.database_id)
  expect(first.out).toContain(again.json.key)
  const policy = await bench.run(['database', 'policy', again.json.database_id, '--json'])
  const unconfirmed = policy.json.to_confirm.map(({ table }: { readonly table: string }) =>
    table.replace('public.', ''),
  )
  expect(unconfirmed).toEqual(['platform_audit'])

  const glossary = ['database', 'glossary', again.json.database_id, '--json']
  const { glossary_file: file } = (await bench.run([...glossary, '--export'])).json
  const before = (await bench.run(glossary)).json
  expect([before.unused, before.glossary.phrases.length > 10]).toEqual([[], true])
  expect((await bench.run([...glossary, '--apply', file])).json).toEqual(before)
}
