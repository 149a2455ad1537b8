/**
 * The real server for the schedules: two nodes over one database, joined by a bus, people made in one statement, and what
 * the database says in the end. A schedule has a customer of its own, so hundreds share one house.
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { issue, revokeAll, tokenHash } from '#server/accounts/login/tokens.ts'
import { composeServer, type PlatServer } from '#server/compose-server.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import type { Bus } from '#server/core/realtime/bus.ts'
import { createRealtime } from '#server/core/realtime/create-realtime.ts'
import { serveBroadcasting } from '#server/core/realtime/routes.ts'
import type { EmbeddedSettings } from '#server/core/realtime/settings.ts'
import { memoryBuses } from '#tests/server/core/realtime/memory-bus.ts'
import { openTestDatabase } from '#tests/support/database.ts'

export interface House {
  readonly nodes: readonly [PlatServer, PlatServer]
  /** A customer with one conversation for each length of history. */
  settle(histories: readonly number[]): Promise<Family>
  /** Messages of the seller that no node says live, as when the bus is down. */
  writeSilently(family: Family, accountId: number, bodies: readonly string[]): Promise<void>
  /** The customer writes from a device nobody simulates. */
  writeElsewhere(family: Family, accountId: number, body: string): Promise<void>
  /** Every token of the customer stops working. */
  endTokens(family: Family): Promise<void>
  /** Another token, which pages are opened with from then on. */
  issueToken(family: Family): Promise<string>
  truth(family: Family): Promise<Truth>
  close(): Promise<void>
}

export interface Family {
  readonly customerId: number
  token: string
  readonly accountIds: readonly number[]
}

export interface TrueMessage {
  readonly id: number
  readonly accountId: number
  readonly isFromCustomer: boolean
  readonly body: string
  readonly isRead: boolean
  readonly key: string | null
}

export interface Truth {
  /** By account, in the thread's order. */
  readonly messages: ReadonlyMap<number, readonly TrueMessage[]>
  /** In the list's order. */
  readonly chats: readonly { accountId: number; unread: number; lastMessageId: number | null }[]
}

const ENDLESS = 1_000_000_000

const REALTIME: EmbeddedSettings = {
  driver: 'embedded',
  appId: 'soak',
  key: 'soak-key',
  secret: 'soak-secret',
  // All of its people share one address, and their hours are seconds of the server's clock.
  limits: {
    anonymousPerAddress: ENDLESS,
    provenPerAddress: ENDLESS,
    anonymousFramesBurst: ENDLESS,
    framesBurst: ENDLESS,
    bytesBurst: ENDLESS,
  },
}
export const SOCKET_PATH = `/app/${REALTIME.key}?protocol=7`
export const REALTIME_KEY = REALTIME.key
const HOUR_MS = 3_600_000
const UNAUTHORIZED = 401

export async function openHouse(): Promise<House> {
  const database = await openTestDatabase()
  const bus = memoryBuses()
  const nodes = [await openNode(database, bus), await openNode(database, bus)] as const
  const issueToken = async (family: Family) => {
    const wanted = { kind: 'customer', principalId: family.customerId, purpose: 'session' } as const
    const { token } = await issue(database.db, { ...wanted, lifetimeMs: HOUR_MS })
    family.token = token
    return token
  }
  return {
    nodes,
    settle: (histories) => settle(database, histories),
    writeSilently: (family, accountId, bodies) => writeSilently(database, family, accountId, bodies),
    async writeElsewhere(family, accountId, message) {
      const send = () =>
        nodes[0].app.inject({
          method: 'POST',
          url: `/customer/api/customers/${family.customerId}/accounts/${accountId}/text-messages`,
          headers: { authorization: `Bearer ${family.token}` },
          payload: { message },
        })
      if ((await send()).statusCode !== UNAUTHORIZED) return
      await issueToken(family)
      await send()
    },
    async endTokens({ customerId }) {
      await revokeAll(database.db, { kind: 'customer', id: customerId })
    },
    issueToken,
    truth: (family) => readTruth(database, family),
    async close() {
      for (const node of nodes) await node.close({ graceMs: 0 })
      await database.close()
    },
  }
}

function openNode(database: OpenDatabase, bus: () => Bus): Promise<PlatServer> {
  const limits = { requestsPerMinute: ENDLESS, sendsPerMinute: ENDLESS }
  const shared = { ...database, close: async () => {} }
  return composeServer(
    {
      database: shared,
      prefix: 'App',
      secret: 'a secret of the soak only',
      limits,
      log: { level: 'silent' },
    },
    async (deps) => {
      const realtime = await createRealtime(REALTIME, { ...deps, bus: bus() })
      return {
        broadcaster: realtime.broadcaster,
        close: (options) => realtime.close(options),
        async register(app) {
          await realtime.register(app)
          serveBroadcasting(app, realtime, { origin: '' })
        },
      }
    },
  )
}

/** One statement, because a schedule is not worth ten. The last three messages of a history are unread. */
async function settle({ db }: OpenDatabase, histories: readonly number[]): Promise<Family> {
  const token = randomBytes(32).toString('base64url')
  const lengths = sql.join(histories.map((length) => sql`${length}::int`))
  const { rows } = await sql<{ customer_id: number; token_hash: Buffer; account_id: number }>`
    with customer as (
      insert into customers (name, email, email_confirmed_at)
      values ('Dana Whitfield', ${`${token}@example.com`}, now()) returning id
    ), token as (
      insert into access_tokens (token_hash, principal_kind, principal_id, purpose, expires_at, last_used_at)
      select ${tokenHash(token)}, 'customer', id, 'session', ${new Date(Date.now() + HOUR_MS)}, ${new Date()} from customer
    ), wanted as (
      select nextval(pg_get_serial_sequence('accounts', 'id')) as id, n, length
      from unnest(array[${lengths}]) with ordinality as of(length, n)
    ), account as (
      insert into accounts (id, title) select id, 'Seller ' || n from wanted
    ), message as (
      insert into messages (customer_id, account_id, type, body, sort_at, is_read)
      select customer.id, wanted.id, case when at % 3 = 0 then 'inbound' else 'outbound' end, 'old ' || at,
        date_trunc('milliseconds', now()) - interval '1 day' + at * interval '1 minute' + n * interval '1 second',
        at <= length - 3 or at % 3 = 0
      from customer, wanted, generate_series(1, length) as at order by n, at
      returning id, account_id, sort_at, type, is_read
    ), chat as (
      insert into chats (customer_id, account_id, last_message_id, last_message_at, customer_unread_count)
      select customer.id, wanted.id, max(message.id),
        coalesce(max(message.sort_at), now() - interval '2 days' + n * interval '1 second'),
        count(*) filter (where message.type = 'outbound' and not message.is_read)
      from customer, wanted left join message on message.account_id = wanted.id
      group by customer.id, wanted.id, n
    )
    select customer.id as customer_id, wanted.id as account_id from customer, wanted order by n`.execute(db)
  const [first] = rows
  if (!first) throw new Error('Nobody moved in.')
  return { customerId: first.customer_id, token, accountIds: rows.map((row) => row.account_id) }
}

async function writeSilently(
  { db }: OpenDatabase,
  { customerId }: Family,
  accountId: number,
  bodies: readonly string[],
): Promise<void> {
  await sql`
    with chat as (
      select id, last_message_at from chats where customer_id = ${customerId} and account_id = ${accountId} for update
    ), message as (
      insert into messages (customer_id, account_id, type, body, sort_at)
      select ${customerId}, ${accountId}, 'outbound', body,
        greatest(date_trunc('milliseconds', clock_timestamp()), last_message_at) + n * interval '1 millisecond'
      from chat, unnest(array[${sql.join(bodies.map((body) => sql`${body}::text`))}]) with ordinality as of(body, n)
      order by n returning id, sort_at
    )
    update chats set last_message_id = newest.id, last_message_at = newest.sort_at,
      customer_unread_count = customer_unread_count + ${bodies.length}
    from chat, (select max(id) as id, max(sort_at) as sort_at from message) as newest where chats.id = chat.id`.execute(
    db,
  )
}

async function readTruth({ db }: OpenDatabase, { customerId, accountIds }: Family): Promise<Truth> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'account_id', 'type', 'body', 'is_read', 'idempotency_key'])
    .where('customer_id', '=', customerId)
    .orderBy('sort_at')
    .orderBy('id')
    .execute()
  const chats = await db
    .selectFrom('chats')
    .select(['account_id', 'customer_unread_count', 'last_message_id'])
    .where('customer_id', '=', customerId)
    .orderBy('last_message_at', 'desc')
    // Within one millisecond the newer message decides, which a page of the server's list does not.
    .orderBy('last_message_id', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const all = rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    isFromCustomer: row.type === 'inbound',
    body: row.body ?? '',
    isRead: row.is_read,
    key: row.idempotency_key,
  }))
  return {
    messages: new Map(accountIds.map((id) => [id, all.filter((message) => message.accountId === id)])),
    chats: chats.map((row) => ({
      accountId: row.account_id,
      unread: row.customer_unread_count,
      lastMessageId: row.last_message_id,
    })),
  }
}
