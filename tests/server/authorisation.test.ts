/** Every endpoint of the contract, asked by everybody: what each is answered, and that nobody reads or changes what is another's. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { issue, type NewToken, tokenHash } from '#server/accounts/login/tokens.ts'
import { pathsOf } from '#server/core/http/paths.ts'
import type { Endpoint, Scope } from '#shared/contract/endpoint.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import type { TestServer } from '#tests/support/server.ts'
import { addStaff } from './admin/staff.ts'
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

/** The owner, and in the seller app who talks with them. */
const mayRead = (role: Role, { auth }: Endpoint) =>
  auth === 'account' ? role === 'seller' : role === 'owner' || role === 'widget'

const leaks = ({ marks }: Scene, body: unknown) =>
  marks.filter((mark) => JSON.stringify(body ?? '').includes(mark))

/** Calls that only read share a scene. Each call that changes something gets a new one. */
let sceneToRead: Promise<Scene> | null = null
function sceneFor({ method }: Endpoint): Promise<Scene> {
  if (method !== 'GET') return makeScene(server)
  sceneToRead ??= makeScene(server)
  return sceneToRead
}

const rows = ENDPOINTS.map(({ endpoint }) => ({ name: endpoint.name, endpoint }))
const aliases = rows.filter(({ endpoint }) => pathsOf(endpoint).length > 1)

describe('the authorisation matrix', () => {
  it('has a row for every endpoint and none for anything else', () => {
    expect(Object.keys(MATRIX).sort()).toEqual(rows.map(({ name }) => name).sort())
  })

  it.each(rows)('$name answers each person as the table says', async ({ name, endpoint }) => {
    const row = MATRIX[name]
    if (!row) throw new Error(`${name} is missing in the matrix`)
    const scene = await sceneFor(endpoint)
    const given = row.given?.(scene) ?? {}
    const before = await ownersThings(server, scene)
    const answers: Partial<Record<Role, number>> = {}
    let hasActed = false
    // Whoever may act comes last: until then nothing of the owner's may have changed.
    const expectUntouched = async () => expect(await ownersThings(server, scene)).toBe(before)
    for (const role of ROLES) {
      if (mayRead(role, endpoint) && !hasActed) await expectUntouched()
      hasActed ||= mayRead(role, endpoint)
      const { status, body } = await ask(endpoint, given, scene.tokens[role])
      answers[role] = status
      if (!mayRead(role, endpoint)) expect(leaks(scene, body), `what ${role} reads`).toEqual([])
    }
    if (!hasActed) await expectUntouched()
    expect(answers).toEqual(row.answers)
  })

  it.each(aliases)('$name answers the same at its other address', async ({ name, endpoint }) => {
    const row = MATRIX[name]
    const scene = await sceneFor(endpoint)
    const answers: Partial<Record<Role, number>> = {}
    for (const role of ROLES)
      answers[role] = (
        await ask(endpoint, row?.given?.(scene) ?? {}, scene.tokens[role], pathsOf(endpoint)[1])
      ).status
    expect(answers).toEqual(row?.answers)
  })
})

const HOUR_MS = 3_600_000

/** Every kind of token there is, with the scope it carries; null for none at all. */
const TOKENS: readonly { kind: string; scope: Scope | null; wanted?: Partial<NewToken> }[] = [
  { kind: 'no token', scope: null },
  { kind: 'a session', scope: 'session', wanted: { kind: 'customer', purpose: 'session' } },
  { kind: "a messenger's bearer", scope: 'messages', wanted: { kind: 'customer', purpose: 'widget' } },
  { kind: 'a bearer for one account', scope: 'messages', wanted: { kind: 'customer', purpose: 'widget' } },
  { kind: "an operator's look at a customer", scope: 'view', wanted: { kind: 'customer', purpose: 'view' } },
  { kind: "a seller's login", scope: 'desk', wanted: { kind: 'member', purpose: 'desk' } },
  {
    kind: "a seller's login without a required second factor",
    scope: 'desk-enrolling',
    wanted: { kind: 'member', purpose: 'desk' },
  },
  {
    kind: "an operator's login",
    scope: 'console',
    wanted: { kind: 'staff', purpose: 'console', factor: 'two-step' },
  },
  {
    kind: "an operator's login without a second factor",
    scope: 'console-enrolling',
    wanted: { kind: 'staff', purpose: 'console' },
  },
  { kind: "a seller's secret key", scope: 'server-key' },
]

/** What the declaration says to a caller with this scope: `admitted`, or the status and code of the refusal. */
function declared({ auth, scopes }: Endpoint, scope: Scope | null): string {
  const isOpen = auth === 'none' || auth === 'optional'
  if (scope === null && auth === 'server-key') return '401 server_key_refused'
  if (scope === null) return isOpen ? 'admitted' : '401 unauthenticated'
  if (scopes.includes(scope)) return 'admitted'
  if (scope === 'view' && scopes.includes('session')) return '403 read_only'
  if (isOpen) return 'admitted'
  return scopes.some((wanted) => scope === `${wanted}-enrolling`) ? '403 two_step_required' : '403 forbidden'
}

const GUARD_CODES = [
  'server_key_refused',
  'unauthenticated',
  'forbidden',
  'read_only',
  'two_step_required',
  'confirm_identity',
]

async function secretKeyOf({ database: { db } }: TestServer, accountId: number): Promise<string> {
  const secret = `sk_${randomBytes(32).toString('base64url')}`
  const stored = { secret_hash: tokenHash(secret), secret_ends_with: secret.slice(-4) }
  await db
    .insertInto('server_keys')
    .values({ account_id: accountId, name: 'Website', publishable_key: `pk_${secret}`, ...stored })
    .execute()
  return secret
}

describe('the scope of a token', () => {
  it.each(TOKENS)('of $kind is admitted where the declaration says so and nowhere else', async (token) => {
    const [person, seller] = [await server.addCustomer(), await server.addAccount()]
    const { id: staffId } = await addStaff(server, `Staff${person.id}`)
    const requires_two_step = token.scope === 'desk-enrolling'
    const { db } = server.database
    await db.updateTable('accounts').set({ requires_two_step }).where('id', '=', seller.id).execute()
    const ids = { customer: person.id, member: seller.memberId, staff: staffId }
    const bound = token.kind === 'a bearer for one account' ? { accountId: seller.id } : {}
    const wanted = { lifetimeMs: HOUR_MS, ...bound, ...token.wanted } as NewToken
    const newText = async () =>
      token.scope === 'server-key'
        ? secretKeyOf(server, seller.id)
        : token.scope && (await issue(db, { ...wanted, principalId: ids[wanted.kind] })).token
    const wrong: string[] = []
    let text = await newText()
    for (const { name, endpoint } of rows) {
      const params = Object.fromEntries(Object.keys(endpoint.params.shape).map((key) => [key, 999_999_999]))
      const { status, body } = await ask(endpoint, { params }, text ?? undefined)
      // A file requested without a login is refused by its handler, which also accepts signed links.
      const isOwnDoor = name.startsWith('download') && body?.code === 'unauthenticated'
      const got = GUARD_CODES.includes(body?.code) && !isOwnDoor ? `${status} ${body.code}` : 'admitted'
      const expected = declared(endpoint, token.scope)
      if (got !== expected) wrong.push(`${name}: ${got}, declared ${expected}`)
      // The call may have ended the token.
      if (got === 'admitted' && endpoint.method !== 'GET') text = await newText()
    }
    expect(wrong).toEqual([])
  })

  it("limits a messenger's bearer to messages and offer cards", () => {
    const reached = rows.filter(({ endpoint }) => endpoint.scopes.includes('messages'))
    expect(reached.map(({ name }) => name).sort()).toEqual([
      'authoriseChannel',
      'authoriseUser',
      'becomeBuyer',
      'confirmGuestEmail',
      'currentUser',
      'getContact',
      'getOffer',
      'listChats',
      'listTextMessages',
      'logout',
      'markTextMessagesRead',
      'sendGuestCode',
      'sendTextMessage',
      'showAttachment',
      'updateOffer',
      'uploadAttachment',
    ])
  })
})
