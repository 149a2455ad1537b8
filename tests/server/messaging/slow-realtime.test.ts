/** A realtime server that hangs must not make a send look failed. */
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { createMessenger } from '#server/messaging/messenger.ts'
import { threadPage } from '#server/messaging/queries.ts'
import { openTestDatabase } from '#tests/support/database.ts'
import { peopleOf } from '#tests/support/server.ts'

it('a send answers although nobody takes its broadcast', async () => {
  const database = await openTestDatabase()
  const { db } = database
  const people = peopleOf({ database })
  const [dana, homes] = [await people.addCustomer(), await people.addAccount()]
  await people.introduce(dana, homes)
  const asked: string[] = []
  const messenger = createMessenger({
    db,
    broadcaster: {
      broadcast: (channels) => {
        asked.push(...[channels].flat())
        return new Promise<void>(() => {})
      },
      terminate: async () => {},
      occupancy: async () => 0,
    },
    prefix: 'App',
    site: { origin: '' },
    secret: 'a secret for tests only',
    nowMs: Date.now,
    log: Fastify().log,
  })
  const of = { customerId: dana.id, accountId: homes.id }
  const sent = await messenger.post({ ...of, type: 'inbound', body: 'Anybody?' })
  expect((await threadPage(db, of, 1)).rows.map((row) => row.id)).toEqual([sent.id])
  expect(asked).toHaveLength(3)
  await database.close()
})
