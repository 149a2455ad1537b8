/**
 * Spec section 7, call by call, against the contract and the running server. The lists below are the spec's own;
 * docs/coverage.md shows the same as a table and must not lag behind it: `UPDATE=1` writes it.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { servedEndpoints } from '#tests/support/served.ts'
import { SPEC_CALLS } from '#tests/support/spec-calls.ts'

const PAGE = new URL('../../docs/coverage.md', import.meta.url)
const START = '<!-- calls: begin -->'
const END = '<!-- calls: end -->'

/** Answered by files of the built marketplace; tests/browser looks at them. */
const FILES: Record<string, string> = {
  'GET build metadata': '/builds/meta/{id}.json',
  'GET latest-build': '/builds/latest.json',
  'GET per-route payload files': '/builds/payload/{id}/{name}.json',
}

const inContract = new Map(
  ENDPOINTS.flatMap(({ endpoint }) => endpoint.spec.map((call) => [call, endpoint.name])),
)

describe('coverage of spec section 7', () => {
  // A server is started, which takes long on a machine that has much to do.
  beforeAll(servedEndpoints, 180_000)

  it('the contract claims no call that the spec does not have', () => {
    const known = new Set(SPEC_CALLS.flatMap(({ calls }) => calls))
    expect([...inContract.keys()].filter((call) => !known.has(call))).toEqual([])
  })

  it('no two endpoints share a method and a path', () => {
    const addresses = ENDPOINTS.map(({ endpoint }) => `${endpoint.method} ${endpoint.at} ${endpoint.path}`)
    expect(addresses.length).toBe(new Set(addresses).size)
  })

  it('every call of the spec stands in the contract and is answered by the server, or is a file', async () => {
    const served = await servedEndpoints()
    const calls = SPEC_CALLS.flatMap((area) => area.calls)
    expect(calls.length).toBe(88)
    const missing = calls.filter((call) => !served.has(inContract.get(call) ?? '') && !(call in FILES))
    expect(missing).toEqual([])
  })

  it('docs/coverage.md lists every call, and by name what is still missing', async () => {
    const table = await renderTable()
    const page = readFileSync(PAGE, 'utf8')
    const [before = '', rest = ''] = page.split(START)
    const [, after = ''] = rest.split(END)
    const wanted = `${before}${START}\n${table}\n${END}${after}`
    if (process.env.UPDATE) writeFileSync(PAGE, wanted)
    else expect(page).toBe(wanted)
  })
})

describe('the error catalogue', () => {
  it('names tests that exist', () => {
    const page = readFileSync(PAGE, 'utf8')
    const catalogue = page.split('## Error catalogue')[1]?.split('\n## ')[0] ?? ''
    const named = [...catalogue.matchAll(/`((?:browser|server|shared|marketplace|widget)\/[\w/.*-]+)`/g)]
    const missing = named.map(([, name = '']) => name).filter((name) => !isTest(name))
    expect(named.length).toBeGreaterThan(20)
    expect(missing).toEqual([])
  })
})

/** A folder's name stands for the tests in it, and so does one that ends with `*`. */
function isTest(name: string): boolean {
  const path = (end: string) => new URL(`../${name.replace(/\/\*$/, '')}${end}`, import.meta.url)
  return ['.test.ts', '.test.tsx', '/'].some((end) => existsSync(path(end)))
}

async function renderTable(): Promise<string> {
  const served = await servedEndpoints()
  const all = SPEC_CALLS.flatMap(({ calls }) => calls)
  const answered = all.filter((call) => served.has(inContract.get(call) ?? ''))
  const typed = all.filter((call) => inContract.has(call))
  const lines = [
    `${all.length} calls in the spec; ${typed.length} typed in the contract; ${answered.length} answered by the server.`,
  ]
  for (const { area, calls } of SPEC_CALLS) {
    lines.push('', `### ${area}`, '', '| Call | Contract | Server |', '|---|---|---|')
    for (const call of calls) {
      const file = FILES[call]
      if (file) {
        lines.push(`| \`${call}\` | file \`${file}\` | yes |`)
        continue
      }
      const name = inContract.get(call)
      lines.push(
        `| \`${call}\` | ${name ? `\`${name}\`` : 'missing'} | ${name && served.has(name) ? 'yes' : 'missing'} |`,
      )
    }
  }
  return lines.join('\n')
}
