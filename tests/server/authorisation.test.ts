/** Every endpoint of the contract, asked by everybody: what each is answered, and that nobody reads or changes what is another's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pathsOf } from '#server/http/paths.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Given } from './authorisation/kinds.ts'
import { MATRIX } from './authorisation/matrix.ts'
import {
  makeScene,
  ownersThings,
  ROLES,
  type Role,
  type Scene,
  startMatrixServer,
} from './authorisation/roles.ts'

let server: TestServer
beforeAll(async () => {
  server = await startMatrixServer()
})
afterAll(() => server.close())

function ask(endpoint: Endpoint, given: Given, token: string | undefined, path = pathsOf(endpoint)[0] ?? '') {
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(given.params?.[name]))
  const query = given.query ? `?${new URLSearchParams(given.query)}` : ''
  return server.call(endpoint.method, url + query, {
    ...(token ? { token } : {}),
    ...(given.body === undefined ? {} : { body: given.body }),
  })
}

/** The owner, and at the desk who talks with them. */
const mayRead = (role: Role, { auth }: Endpoint) =>
  auth === 'account' ? role === 'seller' : role === 'owner' || role === 'widget'

const leaks = ({ marks }: Scene, body: unknown) =>
  marks.filter((mark) => JSON.stringify(body ?? '').includes(mark))

const rows = ENDPOINTS.map(({ endpoint }) => ({ name: endpoint.name, endpoint }))
const aliases = rows.filter(({ endpoint }) => pathsOf(endpoint).length > 1)

describe('the authorisation matrix', () => {
  it('has a row for every endpoint and none for anything else', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it.each(rows)('$name answers each person as the table says', async ({ name, endpoint }) => {
    const row = MATRIX[name]
    if (!row) throw new Error(`${name} is missing in the matrix`)
    const scene = await makeScene(server)
    const given = row.given?.(scene) ?? {}
    const before = await ownersThings(server, scene)
    const answers: Partial<Record<Role, number>> = {}
    let hasActed = false
    // Whoever may act comes last, so that until then nothing of the owner's may have changed.
    for (const role of ROLES) {
      const { status, body } = await ask(endpoint, given, scene.tokens[role])
      answers[role] = status
      hasActed ||= mayRead(role, endpoint)
      if (!mayRead(role, endpoint)) expect(leaks(scene, body), `what ${role} reads`).toEqual([])
      if (!hasActed) expect(await ownersThings(server, scene), `after ${role}`).toBe(before)
    }
    expect(answers).toEqual(row.answers)
  })

  it.each(aliases)('$name answers the same at its other address', async ({ name, endpoint }) => {
    const row = MATRIX[name]
    const scene = await makeScene(server)
    const answers: Partial<Record<Role, number>> = {}
    for (const role of ROLES)
      answers[role] = (
        await ask(endpoint, row?.given?.(scene) ?? {}, scene.tokens[role], pathsOf(endpoint)[1])
      ).status
    expect(answers).toEqual(row?.answers)
  })
})
