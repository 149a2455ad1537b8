/** Many buyers in Chicago's time whose morning it is, each with three deals that fit; every second one talks with the seller. */
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from '#server/core/database/open.ts'
import type { OpenDatabase } from '#server/core/database/open-database.ts'
import { createMessenger } from '#server/messaging/messenger.ts'
import { deliverDue } from '#server/notifications/deliveries/deliver.ts'
import { type DigestDeps, sendDueDigests } from '#server/outreach/digests/send-digests.ts'
import { createParts, EMBEDDED_PARTS } from '#server/providers/providers.ts'
import { alertTimeOf } from '#shared/rules/matching/alert-time.ts'

export const DEALS_EACH = 3
/** What is queued is looked for this often. */
const LOOK_MS = 20
const SECRET = 'a secret for tests only'

/** The next 8 in the morning there. */
export const morningOf = (nowMs: number): number =>
  alertTimeOf({ frequency: 'daily', zone: 'America/Chicago', nowMs })

export async function addBuyers(
  db: Database,
  { count, atMs }: { count: number; atMs: number },
): Promise<void> {
  const at = new Date(atMs).toISOString()
  const { id: seller } = await db
    .insertInto('accounts')
    .values({ title: 'Bluebonnet Homes' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const statements = [
    sql`insert into properties (account_id, address, city, state, zip, price, arv, beds, baths, sqft)
      select ${seller}::bigint, n || ' Live Oak St', 'Waco', 'TX', '76701', 180000, 260000, 3, 2, 1640
      from generate_series(1, ${DEALS_EACH}::int) n`,
    sql`insert into customers (name, email, time_zone, email_confirmed_at)
      select 'Buyer ' || n, 'buyer' || n || '@example.com', 'America/Chicago', now() from generate_series(1, ${count}::int) n`,
    sql`insert into buy_boxes (customer_id, mode, name, notify, is_paused, criteria)
      select id, 'manual', 'Waco', 'daily', false, '[]' from customers`,
    sql`insert into matched_customers (customer_id, digest_at) select id, ${at}::timestamptz from customers`,
    sql`insert into chats (customer_id, account_id) select id, ${seller}::bigint from customers where id % 2 = 0`,
    sql`insert into matches
      (customer_id, property_id, box_id, score, score_version, reasons, revision, cause, found_at)
      select b.customer_id, p.id, b.id, 80, 1,
        '[{"group":"location","points":30,"most":30,"sentence":"In Waco, TX, where you buy."}]', 1, 'deal', clock_timestamp()
      from buy_boxes b cross join properties p`,
  ]
  for (const statement of statements) await statement.execute(db)
}

/** One node: sends digests and hands their mails over, until nothing is left. `onMail` hears of each mail before it goes. */
export async function workThrough(
  { db }: Pick<OpenDatabase, 'db'>,
  { nowMs, onMail = () => {} }: { nowMs: number; onMail?: () => void },
): Promise<void> {
  const site = { origin: 'https://plat.example' }
  const log = { error() {}, warn() {}, info() {} } as never
  const parts = createParts(EMBEDDED_PARTS, { db, log, site, secret: SECRET })
  const broadcaster = { broadcast: async () => {}, terminate: async () => {}, occupancy: async () => 0 }
  const messenger = createMessenger({
    db,
    broadcaster,
    prefix: 'App',
    site,
    secret: SECRET,
    nowMs: () => nowMs,
    log,
  })
  const deps: DigestDeps = { db, messenger, site, nowMs: () => nowMs }
  const mailer: typeof parts.mailer = {
    ...parts.mailer,
    async send(mail) {
      onMail()
      await parts.mailer.send(mail)
    },
  }
  let isDone = false
  const deliver = () =>
    deliverDue({ db, parts: { ...parts, mailer }, site, secret: SECRET, log, nowMs: () => nowMs })
  const delivering = (async () => {
    while (!isDone) if ((await deliver()) === 0) await pause(LOOK_MS)
    await deliver()
  })()
  await sendDueDigests(deps)
  isDone = true
  await delivering
}

export interface Told {
  buyers: number
  mails: number
  /** Buyers with another number of mails than one. */
  wrong: number
  messages: number
  deals: number
}

export async function whatWasTold(db: Database): Promise<Told> {
  const { rows } = await sql<Told>`
    select (select count(*)::int from customers) as buyers,
      (select count(*)::int from outbox) as mails,
      (select count(*)::int from (
        select c.id from customers c left join outbox o on o.recipient = c.email
        group by c.id having count(o.id) <> 1) as w) as wrong,
      (select count(*)::int from messages) as messages,
      (select count(*)::int from digested_deals) as deals`.execute(db)
  const [told] = rows
  if (!told) throw new Error('Nothing was counted.')
  return told
}
