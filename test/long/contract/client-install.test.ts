import { clientProject } from '../../support/client-project.ts'

describe('TypeScript client', () => {
  it('installs from a checkout without node_modules, with packages of the registry', async () => {
    const project = await clientProject(false)
    await project.write(
      'use.ts',
      "import { createClient } from '@tabletalk/client'\nconsole.log(typeof createClient)\n",
    )
    expect(await project.compile()).toBe('')
    expect((await project.run('use.js')).stdout).toBe('function\n')
    await project.remove()
  }, 300_000)
})
