/** The measured side of `sockets.ts`, as a process of its own: the whole server on an embedded database in memory. */
import { openConversation } from '#server/accounts/login/open-conversation.ts'
import { issue } from '#server/accounts/login/tokens.ts'
import { openDatabase } from '#server/core/database/open.ts'
import { createServer } from '#server/create-server.ts'
import { answerParent } from './child.ts'
import { BENCH_APP, BENCH_SOCKET_LIMITS, type Buyer, type Started } from './sockets-words.ts'

const UNLIMITED = 10_000_000
const HOUR_MS = 3_600_000

const database = await openDatabase({ dataDir: 'memory://' })
await database.migrate()
const server = await createServer({
  database,
  realtime: { driver: 'embedded', ...BENCH_APP, limits: BENCH_SOCKET_LIMITS },
  secret: 'a secret for benchmarks only',
  log: { level: 'silent' },
  limits: { requestsPerMinute: UNLIMITED, sendsPerMinute: UNLIMITED },
})
const { url } = await server.listen({ port: 0 })

answerParent(
  {
    async start({ buyers }: { buyers: number }): Promise<Started> {
      const { id: accountId } = await database.db
        .insertInto('accounts')
        .values({ title: 'Bluebonnet Homes' })
        .returning('id')
        .executeTakeFirstOrThrow()
      const added: Buyer[] = []
      for (let number = 0; number < buyers; number += 1) added.push(await addBuyer(number, accountId))
      return { url, accountId, buyers: added }
    },
  },
  () => server.close({ graceMs: 0 }),
)

async function addBuyer(number: number, accountId: number): Promise<Buyer> {
  const values = { name: `Buyer ${number}`, email: `bench${number}@example.com`, password_hash: '-' }
  const { id } = await database.db
    .insertInto('customers')
    .values(values)
    .returning('id')
    .executeTakeFirstOrThrow()
  await openConversation(database.db, { customerId: id, accountId })
  const wanted = { kind: 'customer', principalId: id, purpose: 'session', lifetimeMs: HOUR_MS } as const
  const { token } = await issue(database.db, wanted)
  return { id, token }
}
