/** The scenes of poisoned work about deals, buy boxes and saved searches. */
import { sql } from 'kysely'
import { IN_WACO, upTo } from '../../matching/matches/scene.ts'
import { trap } from './poison.ts'
import { ago, arranged, type Scene, THREE, type World } from './poison-world.ts'

async function buyersInWaco({ matching, run }: World): Promise<number[]> {
  const ids: number[] = []
  for (const _ of THREE) ids.push((await matching.buyer([upTo(200_000)])).id)
  await run('match-boxes')
  return ids
}

async function searchesOf(world: World, price: number): Promise<number[]> {
  const ids: number[] = []
  for (const _ of THREE) {
    const person = await world.server.addCustomer()
    const { id } = await world.searches.save(person, `price=${price}-${price}`, { alert: 'instant' })
    ids.push(id)
  }
  return ids
}

/** Of a deal that came into no search. */
const UNFOUND = 'not exists (select 1 from saved_search_finds f where f.property_id = properties.id)'

let lastPrice = 3_000_000
/** No search of another scene asks for it. */
const nextPrice = () => {
  lastPrice += 1000
  return lastPrice
}

export const MATCH_SCENES: readonly Scene[] = [
  {
    job: 'match-boxes',
    kind: 'match-boxes',
    async arrange(world) {
      const { db, matching, seller } = world
      await matching.deals.add(seller.id, { ...IN_WACO, price: 180_000 })
      const ids: number[] = []
      for (const _ of THREE) ids.push((await matching.buyer([upTo(200_000)])).id)
      const when = `new.customer_id = ${ids[0]}`
      const trapped = await trap(db, { table: 'matches', on: 'insert', when })
      const isLeft = 'matched_changes < changes'
      return arranged(db, { table: 'matched_customers', ids, isLeft, key: 'customer_id', trapped })
    },
  },
  {
    job: 'match-deals',
    kind: 'match-deals',
    async arrange(world) {
      const { db, matching, seller } = world
      const [buyer] = await buyersInWaco(world)
      await world.run('match-deals')
      const ids: number[] = []
      for (const _ of THREE) ids.push(await matching.deals.add(seller.id, { ...IN_WACO, price: 180_000 }))
      const trapped = await trap(db, { table: 'matches', on: 'insert', when: `new.property_id = ${ids[0]}` })
      const isLeft = `not exists (select 1 from matches where property_id = properties.id and customer_id = ${buyer})`
      return arranged(db, { table: 'properties', ids, isLeft, trapped })
    },
  },
  {
    job: 'search-news',
    kind: 'search-news',
    async arrange(world) {
      const { db, searches, seller } = world
      const price = nextPrice()
      const ids = await searchesOf(world, price)
      await searches.deals.add(seller.id, { price })
      const when = `new.search_id = ${ids[0]}`
      const trapped = await trap(db, { table: 'saved_search_finds', on: 'insert', when })
      const isLeft = 'not exists (select 1 from saved_search_finds f where f.search_id = saved_searches.id)'
      return arranged(db, { table: 'saved_searches', ids, isLeft, trapped })
    },
  },
  {
    job: 'search-news',
    kind: 'search-news',
    of: 'of one deal',
    async arrange(world) {
      const { db, searches, seller } = world
      const price = nextPrice()
      const searchIds = await searchesOf(world, price)
      const ids: number[] = []
      for (const _ of THREE) ids.push(await searches.deals.add(seller.id, { price }))
      const when = `new.property_id = ${ids[0]}`
      const trapped = await trap(db, { table: 'saved_search_finds', on: 'insert', when })
      return arranged(db, { table: 'properties', ids, isLeft: UNFOUND, trapped }, String(searchIds[1]))
    },
  },
  {
    job: 'search-news',
    kind: 'changed-deals',
    async arrange(world) {
      const { db, searches, seller } = world
      const price = nextPrice()
      await searchesOf(world, price)
      const ids: number[] = []
      for (const _ of THREE) ids.push(await searches.deals.add(seller.id, { price }))
      const setPublished = (at: string) =>
        sql`update properties set published_at = ${at} where id = ${ids[0] ?? 0}`.execute(db)
      // As no version of ours writes it: nothing can be made of such a row.
      await setPublished('infinity')
      const trapped = { heal: async () => void (await setPublished(new Date().toISOString())) }
      return arranged(db, { table: 'properties', ids, isLeft: UNFOUND, trapped })
    },
  },
  {
    job: 'search-news',
    kind: 'saved-deals',
    async arrange(world) {
      const { server, db, searches, seller } = world
      const deal = await searches.deals.add(seller.id, { price: 200_000 })
      const ids: number[] = []
      for (const _ of THREE) {
        const { id } = await server.addCustomer()
        await db
          .insertInto('favourites')
          .values({ customer_id: id, property_id: deal, told_price: 200_000, told_status: 0 })
          .execute()
        ids.push(id)
      }
      await world.run('search-news')
      await searches.deals.change(deal, { price: 190_000 })
      const when = `new.customer_id = ${ids[0]}`
      const trapped = await trap(db, { table: 'favourites', on: 'update', when })
      const rows = { table: 'favourites', ids, isLeft: 'told_price = 200000', key: 'customer_id', trapped }
      return arranged(db, rows, `${ids[0]}:${deal}`)
    },
  },
  {
    job: 'search-alerts',
    kind: 'search-alerts',
    async arrange(world) {
      const { db } = world
      const ids = await searchesOf(world, nextPrice())
      for (const [of, id] of ids.entries())
        await db
          .updateTable('saved_searches')
          .set({ alert_at: ago(3 - of) })
          .where('id', '=', id)
          .execute()
      const when = `new.id = ${ids[0]} and new.alert_at is null`
      const trapped = await trap(db, { table: 'saved_searches', on: 'update', when })
      return arranged(db, { table: 'saved_searches', ids, isLeft: 'alert_at is not null', trapped })
    },
  },
  {
    job: 'search-webhooks',
    kind: 'search-webhooks',
    async arrange(world) {
      const { db } = world
      const searches = await searchesOf(world, nextPrice())
      const ids: number[] = []
      for (const search_id of searches) {
        // A port where nobody listens: the calls fail, and that is written down.
        await db
          .insertInto('search_webhooks')
          .values({ search_id, url: 'http://127.0.0.1:9/', secret: 'whsec_a' })
          .execute()
        const row = await db
          .insertInto('webhook_deliveries')
          .values({ search_id, property_ids: '[]', next_at: ago(1) })
          .returning('id')
          .executeTakeFirstOrThrow()
        ids.push(row.id)
      }
      const when = `new.id = ${ids[0]} and new.attempts > old.attempts`
      const trapped = await trap(db, { table: 'webhook_deliveries', on: 'update', when })
      return arranged(db, { table: 'webhook_deliveries', ids, isLeft: 'attempts = 0', trapped })
    },
  },
  {
    job: 'digests',
    kind: 'digests',
    async arrange(world) {
      const { db, matching, seller } = world
      const ids = await buyersInWaco(world)
      await db
        .updateTable('customers')
        .set({ email_confirmed_at: new Date() })
        .where('id', 'in', ids)
        .execute()
      await matching.deals.add(seller.id, { ...IN_WACO, price: 170_000 })
      await world.run('match-deals')
      for (const [of, customer_id] of ids.entries())
        await db
          .updateTable('matched_customers')
          .set({ digest_at: ago(3 - of) })
          .where('customer_id', '=', customer_id)
          .execute()
      const when = `new.customer_id = ${ids[0]} and new.digest_at > old.digest_at`
      const trapped = await trap(db, { table: 'matched_customers', on: 'update', when })
      const rows = {
        table: 'matched_customers',
        ids,
        isLeft: 'digest_at < now()',
        key: 'customer_id',
        trapped,
      }
      return arranged(db, rows)
    },
  },
  {
    job: 'tell-matches',
    kind: 'tell-matches',
    async arrange(world) {
      const { db, matching, seller } = world
      const ids = await buyersInWaco(world)
      await matching.deals.add(seller.id, { ...IN_WACO, price: 160_000 })
      await world.run('match-deals')
      const when = `new.customer_id = ${ids[0]}`
      const trapped = await trap(db, { table: 'notifications', on: 'insert', when })
      return arranged(db, { table: 'matches', ids, isLeft: 'is_untold', key: 'customer_id', trapped })
    },
  },
]
