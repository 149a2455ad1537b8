/** A server for tests: its own database, a broadcaster that remembers, people to act as, and one function to call it. */
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { hashPassword } from '#server/accounts/login/passwords.ts'
import { customerByEmail } from '#server/accounts/login/queries.ts'
import { issue } from '#server/accounts/login/tokens.ts'
import {
  type ComposeSettings,
  composeServer,
  type PlatServer,
  type RealtimePart,
} from '#server/compose-server.ts'
import type { Broadcaster } from '#server/core/realtime/broadcaster.ts'
import { openTestDatabase } from './database.ts'

export interface Said {
  channel: string
  event: string
  payload: unknown
  except: string | null
}

export interface TestServer extends PlatServer {
  /** Everything said live so far. */
  said: Said[]
  /** User ids whose sockets were closed. */
  terminated: string[]
  lines: string[]
  /** Their email is confirmed by default; they have no phone. */
  addCustomer(name?: string, options?: { isConfirmed?: boolean }): Promise<Person>
  /** Gives a customer a confirmed phone, which an address request needs. */
  addPhone(customer: { id: number }): Promise<void>
  addAccount(title?: string): Promise<Seller>
  addProperty(accountId: number, address?: string): Promise<number>
  /** Lets a customer and an account talk with each other. */
  introduce(customer: { id: number }, account: { id: number }): Promise<void>
  call(method: Method, url: string, options?: CallOptions): Promise<Answer>
}

export interface Person {
  id: number
  email: string
  token: string
}

export interface Seller {
  id: number
  email: string
  memberId: number
  token: string
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS'

export interface CallOptions {
  token?: string
  body?: unknown
  headers?: Record<string, string>
  /** The network that it comes from; this machine when absent. */
  from?: string
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of the body
  body: any
  headers: Record<string, string | string[] | number | undefined>
  cookies: { name: string; value: string; httpOnly?: boolean; sameSite?: string; secure?: boolean }[]
}

/** What everybody's password is. */
export const PASSWORD = 'correct horse battery'
export const POSTAL_ADDRESS = 'PO Box 12, Waco, TX 76701'
const HOUR_MS = 3_600_000

export async function startTestServer(
  settings: Partial<ComposeSettings> = {},
  realtime: Partial<RealtimePart> = {},
): Promise<TestServer> {
  const database = settings.database ?? (await openTestDatabase())
  const said: Said[] = []
  const terminated: string[] = []
  const lines: string[] = []
  const server = await composeServer(
    {
      database,
      prefix: 'App',
      secret: 'a secret for tests only',
      log: { level: 'info', stream: { write: (line) => void lines.push(line) } },
      ...settings,
      limits: { requestsPerMinute: 100_000, ...settings.limits },
    },
    async () => ({
      broadcaster: recorder(said, terminated),
      register: async () => {},
      close: async () => {},
      ...realtime,
    }),
  )
  return { ...server, said, terminated, lines, ...peopleOf(server), call: caller(server) }
}

const recorder = (said: Said[], terminated: string[]): Broadcaster => ({
  async broadcast(channels, event, payload, options) {
    const except = options?.except ?? null
    for (const channel of [channels].flat()) said.push({ channel, event: event.name, payload, except })
  },
  terminate: async (user) => void terminated.push(user),
  occupancy: async () => 0,
})

let passwordHash: Promise<string> | undefined

/** Makes people who can talk with each other; everybody's password is `PASSWORD`. */
export function peopleOf({ database: { db } }: Pick<PlatServer, 'database'>) {
  let last = 0
  const next = () => {
    last += 1
    return last
  }
  // Hashing is slow on purpose; one hash serves everybody.
  passwordHash ??= hashPassword(PASSWORD)
  return {
    async addCustomer(name = 'Dana Whitfield', { isConfirmed = true } = {}): Promise<Person> {
      const email = `buyer${next()}@example.com`
      const email_confirmed_at = isConfirmed ? new Date() : null
      const values = { name, email, password_hash: await passwordHash, email_confirmed_at }
      await db.insertInto('customers').values(values).execute()
      const row = await customerByEmail(db, email)
      if (!row) throw new Error('The customer was not stored.')
      const wanted = { kind: 'customer', purpose: 'session', lifetimeMs: HOUR_MS } as const
      const { token } = await issue(db, { ...wanted, principalId: row.id })
      return { id: row.id, email, token }
    },
    async addPhone({ id }: { id: number }): Promise<void> {
      const phone = `+1832555${String(1000 + id)}`
      const values = { customer_id: id, phone, is_default: false, confirmed_at: new Date() }
      await db.insertInto('customer_phones').values(values).execute()
    },
    async addAccount(title = 'Bluebonnet Homes'): Promise<Seller> {
      const account = await db
        .insertInto('accounts')
        .values({ title, logo_url: '/drawings/house-01.svg', postal_address: POSTAL_ADDRESS })
        .returning('id')
        .executeTakeFirstOrThrow()
      const email = `seller${next()}@example.com`
      const member = await db
        .insertInto('account_members')
        .values({ account_id: account.id, name: 'Sam Ortega', email, password_hash: await passwordHash })
        .returning('id')
        .executeTakeFirstOrThrow()
      const wanted = { kind: 'member', purpose: 'desk', lifetimeMs: HOUR_MS } as const
      const { token } = await issue(db, { ...wanted, principalId: member.id })
      return { id: account.id, email, memberId: member.id, token }
    },
    async addProperty(accountId: number, address = '412 Live Oak St'): Promise<number> {
      const place = { city: 'Waco', state: 'TX', zip: '76701', thumb_url: '/drawings/house-02.svg' }
      const numbers = { price: 185_000, arv: 260_000, beds: 3, baths: 2.5, sqft: 1640 }
      const row = await db
        .insertInto('properties')
        .values({ account_id: accountId, address, ...place, ...numbers })
        .returning('id')
        .executeTakeFirstOrThrow()
      return row.id
    },
    introduce: (customer: { id: number }, account: { id: number }) =>
      openConversation(db, { customerId: customer.id, accountId: account.id }),
  }
}

function caller({ app }: PlatServer) {
  return async (method: Method, url: string, options: CallOptions = {}): Promise<Answer> => {
    const { token, body, headers = {}, from } = options
    const isText = typeof body === 'string'
    const response = await app.inject({
      method,
      url,
      ...(from ? { remoteAddress: from } : {}),
      headers: {
        accept: 'application/json',
        ...(body !== undefined && !isText ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: isText ? body : JSON.stringify(body) }),
    })
    return {
      status: response.statusCode,
      body: parsed(response.body),
      headers: response.headers,
      cookies: response.cookies as Answer['cookies'],
    }
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
