/**
 * For each kind of work that a job goes through: three that are due, of which the first in turn cannot be done. A job that is
 * registered without a scene fails poison.test.
 */
import { addProof } from '../../offers/offers/scene.ts'
import { trap } from './poison.ts'
import { MATCH_SCENES } from './poison-match-scenes.ts'
import { MONEY_SCENES } from './poison-money-scenes.ts'
import { ago, arranged, HOUR_MS, type Scene, THREE, type World } from './poison-world.ts'

async function offers({ server, db, seller }: World, expires: (of: number) => Date): Promise<number[]> {
  const ids: number[] = []
  for (const of of THREE) {
    const { id: customer_id } = await server.addCustomer()
    const property_id = await server.addProperty(seller.id)
    await server.introduce({ id: customer_id }, seller)
    const row = await db
      .insertInto('offers')
      .values({
        property_id,
        customer_id,
        account_id: seller.id,
        state: 'submitted',
        terms: '{}',
        snapshot: 'null',
        price_cents: 10_000_000,
        expires_at: expires(of),
        submitted_at: ago(48),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(row.id)
  }
  return ids
}

export const SCENES: readonly Scene[] = [
  ...MATCH_SCENES,
  ...MONEY_SCENES,
  {
    job: 'offers',
    kind: 'offers',
    async arrange(world) {
      const ids = await offers(world, (of) => ago(3 - of))
      const when = `new.id = ${ids[0]} and new.state = 'expired'`
      const trapped = await trap(world.db, { table: 'offers', on: 'update', when })
      return arranged(world.db, { table: 'offers', ids, isLeft: `state <> 'expired'`, trapped })
    },
  },
  {
    job: 'offers',
    kind: 'offer-reminders',
    async arrange(world) {
      const ids = await offers(world, (of) => new Date(Date.now() + (of + 1) * HOUR_MS))
      const when = `new.id = ${ids[0]} and new.reminded_at is not null`
      const trapped = await trap(world.db, { table: 'offers', on: 'update', when })
      return arranged(world.db, { table: 'offers', ids, isLeft: 'reminded_at is null', trapped })
    },
  },
  {
    job: 'expired-deals',
    kind: 'expired-deals',
    async arrange({ server, db, seller }) {
      const ids: number[] = []
      for (const of of THREE) {
        const id = await server.addProperty(seller.id)
        await db
          .updateTable('properties')
          .set({ expires_at: ago(3 - of) })
          .where('id', '=', id)
          .execute()
        ids.push(id)
      }
      const when = `new.id = ${ids[0]} and new.listing = 'removed'`
      const trapped = await trap(db, { table: 'properties', on: 'update', when })
      return arranged(db, { table: 'properties', ids, isLeft: `listing = 'listed'`, trapped })
    },
  },
  {
    job: 'reviews',
    kind: 'reviews',
    async arrange({ server, db }) {
      const ids: number[] = []
      for (const of of THREE) {
        const [customer, account] = [await server.addCustomer(), await server.addAccount()]
        const row = await db
          .insertInto('reviews')
          .values({
            about: 'account',
            account_id: account.id,
            customer_id: customer.id,
            rating: 4,
            content: 'As described.',
            published_at: ago(3 - of),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
      }
      const when = `new.id = ${ids[0]} and new.announced_at is not null`
      const trapped = await trap(db, { table: 'reviews', on: 'update', when })
      return arranged(db, { table: 'reviews', ids, isLeft: 'announced_at is null', trapped })
    },
  },
  {
    job: 'closing-companies',
    kind: 'closing-companies',
    async arrange({ server, db }) {
      const ids: number[] = []
      for (const of of THREE) {
        const { id } = await server.addAccount()
        ids.push(id)
        const closing = { suspended_at: ago(48), closes_at: ago(3 - of) }
        await db.updateTable('accounts').set(closing).where('id', '=', id).execute()
      }
      const when = `new.id = ${ids[0]} and new.closed_at is not null`
      const trapped = await trap(db, { table: 'accounts', on: 'update', when })
      return arranged(db, { table: 'accounts', ids, isLeft: 'closed_at is null', trapped })
    },
  },
  {
    job: 'inactive-accounts',
    kind: 'inactive-accounts',
    async arrange({ server, db }) {
      const ids: number[] = []
      for (const _ of THREE) ids.push((await server.addCustomer()).id)
      await db
        .deleteFrom('access_tokens')
        .where('principal_kind', '=', 'customer')
        .where('principal_id', 'in', ids)
        .execute()
      for (const [of, id] of ids.entries())
        await db
          .updateTable('customers')
          .set({ last_active_at: ago(4 * 365 * 24 - of) })
          .where('id', '=', id)
          .execute()
      const when = `new.id = ${ids[0]} and new.inactive_noticed_at is not null`
      const trapped = await trap(db, { table: 'customers', on: 'update', when })
      return arranged(db, { table: 'customers', ids, isLeft: 'inactive_noticed_at is null', trapped })
    },
  },
  {
    job: 'contact-confirmations',
    kind: 'contact-confirmations',
    async arrange({ db, seller }) {
      const account = db.updateTable('accounts').where('id', '=', seller.id)
      await account.set({ postal_address: '1 Main St, Houston, TX 77002' }).execute()
      const ids: number[] = []
      for (const of of THREE) {
        const proof = { how: 'form', at: '2026-03-01', by: null }
        const row = await db
          .insertInto('account_buyers')
          .values({
            account_id: seller.id,
            email: `unconfirmed-${of}@contacts.example`,
            source: 'import',
            consents: '{}',
            unconfirmed: JSON.stringify({ email: proof }),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
      }
      const hash = `encode(sha256('unconfirmed-0@contacts.example'), 'hex')`
      const trapped = await trap(db, {
        table: 'confirmation_requests',
        on: 'insert',
        when: `new.hash = ${hash}`,
      })
      const isLeft = `not exists (select 1 from confirmation_requests r
        where r.hash = encode(sha256(convert_to(account_buyers.email, 'UTF8')), 'hex'))`
      return arranged(db, { table: 'account_buyers', ids, isLeft, trapped })
    },
  },
  {
    job: 'tell-notifications',
    kind: 'tell-notifications',
    async arrange({ server, db }) {
      const ids: number[] = []
      for (const _ of THREE) {
        const { id: customer_id } = await server.addCustomer()
        const row = await db
          .insertInto('notifications')
          .values({ customer_id, type: 'wallet', key: 'poison', title: 'Your wallet', url: '/' })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
      }
      const when = `new.id = ${ids[0]} and not new.is_untold`
      const trapped = await trap(db, { table: 'notifications', on: 'update', when })
      return arranged(db, { table: 'notifications', ids, isLeft: 'is_untold', trapped })
    },
  },
  {
    job: 'deliver',
    kind: 'deliver',
    async arrange({ server, db }) {
      const ids: number[] = []
      for (const of of THREE) {
        const { id: customer_id } = await server.addCustomer()
        const content = JSON.stringify({ subject: 'Hello', paragraphs: ['Hello.'] })
        const row = await db
          .insertInto('deliveries')
          .values({
            key: `poison ${customer_id}`,
            channel: 'email',
            customer_id,
            type: 'wallet',
            content,
            mail_type: null,
            due_at: ago(3 - of),
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
      }
      const when = `new.id = ${ids[0]} and new.state = 'sent'`
      const trapped = await trap(db, { table: 'deliveries', on: 'update', when })
      return arranged(db, { table: 'deliveries', ids, isLeft: `state <> 'sent'`, trapped })
    },
  },
  {
    job: 'learn-boxes',
    kind: 'learn-boxes',
    async arrange({ server, db }) {
      const ids: number[] = []
      for (const of of THREE) {
        const { id } = await server.addCustomer()
        await db
          .insertInto('buy_boxes')
          .values({
            customer_id: id,
            name: 'Smart',
            mode: 'smart',
            learned_at: ago(100 - of),
            criteria:
              '[{"key":"price","min":null,"max":1,"any_of":null,"evidence":null,"is_hard":true,"is_locked":true,"source":"manual"}]',
          })
          .execute()
        ids.push(id)
      }
      const trapped = await trap(db, {
        table: 'buy_boxes',
        on: 'update',
        when: `new.customer_id = ${ids[0]}`,
      })
      const isLeft = `learned_at < now() - interval '1 day'`
      return arranged(db, { table: 'buy_boxes', ids, isLeft, key: 'customer_id', trapped })
    },
  },
  {
    job: 'campaigns',
    kind: 'blast-recipients',
    async arrange({ db, server, campaigns }) {
      const homes = await server.addAccount()
      const ids: number[] = []
      for (const _ of THREE) ids.push((await campaigns.buyer(homes)).id)
      const { id } = await campaigns.blast(homes)
      const when = `new.customer_id = ${ids[0]} and new.state = 'sent'`
      const trapped = await trap(db, { table: 'campaign_recipients', on: 'update', when })
      const isLeft = `not exists (select 1 from campaign_recipients r where r.customer_id = customers.id and r.state = 'sent')`
      return arranged(db, { table: 'customers', ids, isLeft, trapped }, `${id}:${ids[0]}`)
    },
  },
  {
    job: 'campaigns',
    kind: 'blasts',
    async arrange({ db, server, campaigns }) {
      const homes = await server.addAccount()
      await campaigns.buyer(homes)
      const ids: number[] = []
      for (const of of THREE) ids.push((await campaigns.blast(homes, { message: `Blast ${of}` })).id)
      const trapped = await trap(db, { table: 'campaigns', on: 'update', when: `new.id = ${ids[0]}` })
      return arranged(db, { table: 'campaigns', ids, isLeft: `state <> 'sent'`, trapped })
    },
  },
  {
    job: 'virus-rescan',
    kind: 'virus-rescan',
    async arrange({ server, db }) {
      const { id: customerId } = await server.addCustomer()
      const ids: number[] = []
      for (const _ of THREE) ids.push(await addProof(server, customerId, { is_quarantined: true }))
      const when = `new.id = ${ids[0]}`
      const trapped = await trap(db, { table: 'proofs_of_funds', on: 'update', when })
      const rows = { table: 'proofs_of_funds', ids, isLeft: 'is_quarantined', trapped }
      return arranged(db, rows, `proof_of_funds:${ids[0]}`)
    },
  },
  {
    job: 'delete-files',
    kind: 'delete-files',
    async arrange({ db, server }) {
      const keys = THREE.map((of) => `proofs/poison-${of}`)
      for (const [of, storage_key] of keys.entries())
        await db
          .insertInto('file_deletions')
          .values({ storage_key, queued_at: ago(3 - of) })
          .execute()
      const { files } = server.parts
      const remove = files.delete
      files.delete = async (key) => {
        if (key === keys[0]) throw new Error('The disk does not answer')
        await remove(key)
      }
      return {
        item: keys[0] ?? '',
        heal: async () => {
          files.delete = remove
        },
        async left() {
          const rows = await db.selectFrom('file_deletions').select('storage_key').execute()
          const poisoned = rows.filter(({ storage_key }) => storage_key === keys[0]).length
          return { poisoned, others: rows.length - poisoned }
        },
      }
    },
  },
  {
    job: 'remind-of-visits',
    kind: 'remind-of-visits',
    async arrange({ server, db, seller }) {
      const { id: open_house_id } = await db
        .insertInto('open_houses')
        .values({
          property_id: await server.addProperty(seller.id),
          time_zone: 'America/Chicago',
          starts_at: new Date(Date.now() + HOUR_MS),
          ends_at: new Date(Date.now() + 2 * HOUR_MS),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      const ids: number[] = []
      for (const _ of THREE) {
        const { id: customer_id } = await server.addCustomer()
        const row = await db
          .insertInto('open_house_registrations')
          .values({ open_house_id, customer_id, state: 'registered', created_at: ago(72) })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
      }
      const trapped = await trap(db, {
        table: 'open_house_registrations',
        on: 'update',
        when: `new.id = ${ids[0]}`,
      })
      return arranged(db, { table: 'open_house_registrations', ids, isLeft: 'reminded_at is null', trapped })
    },
  },
]
