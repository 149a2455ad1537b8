import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { ROOT } from '#demo/build-pages.ts'
import { onThisMachine } from '#tests/support/run-folder.ts'

/** The packages that are loaded once the server's modules are, and nothing is configured. */
const SCRIPT = `
  import { Module } from 'node:module'
  await import('#server/create-server.ts')
  const loaded = Object.keys(Module._cache).map((path) => /.*node_modules\\/(.+?)\\//.exec(path)?.[1])
  console.log(JSON.stringify([...new Set(loaded)]))`

describe('the server’s modules', () => {
  it('do not load the library of a service that is not set up', () => {
    const output = execFileSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', SCRIPT],
      { cwd: ROOT, env: { PATH: process.env.PATH, ...onThisMachine() }, encoding: 'utf8' },
    )
    const loaded: string[] = JSON.parse(output)
    expect(loaded).toContain('fastify')
    expect(loaded).not.toContain('plaid')
  })
})
