/**
 * Somebody with a buyer's and a seller's account, all parcels and all sales of a county looks for 200 hidden houses. What is left to
 * search is measured in square kilometers and must not get smaller than what a deal's own page tells.
 */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dealSummary } from '#server/deals/list/deal-summary.ts'
import { dealHead } from '#server/site/deal-head.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { metersBetween } from '#shared/rules/deals/area.ts'
import { explaining, km2Of, medianOf, onGrid, placesShownAt } from './adversary/area.ts'
import { ASKED, callOf } from './adversary/asks.ts'
import { openInbox } from './adversary/letters.ts'
import { NOT_ASKED } from './adversary/not-asked.ts'
import { LEAKS } from './adversary/put-back.ts'
import type { Letter } from './adversary/received.ts'
import { nearestSales } from './adversary/register.ts'
import {
  type AdversaryWorld,
  centerOf,
  type House,
  makeAdversaryWorld,
  type Victim,
} from './adversary/world.ts'
import { leaksOf } from './leaks.ts'

/** What a page tells: somewhere among the houses that may be shown at its point. */
const PAGE_KM2 = 1.45

const SALES_NEAR = 30

interface Heard {
  /** Whose house it is about; everybody's when undefined. */
  victim: Victim | undefined
  answer: string
}

let world: AdversaryWorld
/** What was heard while every house was where the adversary guessed it, and again while it was elsewhere. */
let heard: readonly [ReadonlyMap<string, Heard>, ReadonlyMap<string, Heard>]
beforeAll(async () => {
  world = await makeAdversaryWorld()
  await world.enter(0)
  const first = await hearAll()
  await world.enter(1)
  heard = [first, await hearAll()]
}, 600_000)
afterAll(() => world.close())

/** What differs from one moment to the next although nothing has changed. */
const PASSING = new Set(['cursor', 'found_at', 'last_used_at', 'revision', 'now'])
/** The same for the same answer, and short: a list of deals is long. */
const plain = (body: unknown) =>
  createHash('sha256')
    .update(JSON.stringify(body, (key, value: unknown) => (PASSING.has(key) ? undefined : value)))
    .digest('base64')

async function hearAll(): Promise<Map<string, Heard>> {
  const answers = new Map<string, Heard>()
  for (const [name, asks] of Object.entries(ASKED))
    for (const [index, ask] of asks(world).entries()) {
      const { method, url } = callOf(name, ask)
      const { status, body } = await world.server.call(method, url, {
        // From a network of its own: each is answered only so many.
        headers: { 'x-forwarded-for': `10.${answers.size >> 8}.${answers.size & 255}.1` },
        ...(ask.token ? { token: ask.token } : {}),
        ...(ask.body === undefined ? {} : { body: ask.body }),
      })
      if (status >= 300) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
      answers.set(`${name} ${index}`, { victim: ask.victim, answer: plain(body) })
    }
  return new Map([...answers, ...(await hearTheRest())])
}

/** Of so many deals; the head of a page is made of what the page answers. */
const HEADS = 50

/** Beside the contract: the head of each page, the sitemap and the picture of a shared link. */
async function hearTheRest(): Promise<[string, Heard][]> {
  const { server, victims } = world
  const rest: [string, Heard][] = []
  for (const victim of victims.slice(0, HEADS)) {
    const summary = await dealSummary(server.database.db, victim.id)
    if (!summary) throw new Error('The deal has no summary.')
    const head = dealHead({ ...summary, revision: 0 }, 'https://plat.example')
    rest.push([`page head ${victim.id}`, { victim, answer: plain([summary, head]) }])
  }
  for (const url of ['/sitemap.xml', '/sitemap/1.xml', `/og/deal/${victims[0]?.id}.png`]) {
    const { status, body } = await server.call('GET', url)
    expect(status).toBe(200)
    rest.push([`file ${url}`, { victim: undefined, answer: plain(body) }])
  }
  return rest
}

/** The deals whose houses are known to be in one world and not in the other, by what told it. */
function toldApart(): Map<string, Set<number>> {
  const found = new Map<string, Set<number>>()
  const [first, second] = heard
  for (const [ask, { victim, answer }] of first) {
    if (second.get(ask)?.answer === answer) continue
    const [name = ask] = ask.split(' ')
    const ids = found.get(name) ?? new Set()
    for (const { id } of victim ? [victim] : world.victims) ids.add(id)
    found.set(name, ids)
  }
  return found
}

describe('an adversary with a buyer’s and a seller’s account', () => {
  test('hears nothing that would be different were a house elsewhere, at any of 3,000 calls', () => {
    const [first, second] = heard
    expect(first.size).toBeGreaterThan(3000)
    const lists = new Set((ASKED.listProperties?.(world) ?? []).map(({ query }) => query))
    expect(lists.size).toBeGreaterThan(2000)
    expect([...second.keys()]).toEqual([...first.keys()])
    expect([...toldApart()].map(([name, ids]) => `${name} tells of ${ids.size} houses`)).toEqual([])
  })

  test('has to search no less than what the page of each of 200 deals shows', () => {
    const known = new Set([...toldApart().values()].flatMap((ids) => [...ids]))
    expect(world.victims).toHaveLength(200)
    const left = world.victims.map(({ id, shown }) =>
      // A house that is told from another one is taken to be found.
      known.has(id) ? 0 : km2Of(placesShownAt([shown], onGrid)),
    )
    expect(Math.min(...left)).toBeGreaterThan(PAGE_KM2)
  })

  test('learns of no house from where own drafts of the same parcel at the very place are shown', async () => {
    const same: Victim[] = []
    for (const victim of world.victims) {
      const { id, previewHash } = victim.draft
      const url = `/customer/api/properties/${id}?preview_hash=${previewHash}`
      const { latitude, longitude } = (await world.server.call('GET', url)).body.data
      if (metersBetween({ lat: latitude, lng: longitude }, victim.shown) < 1) same.push(victim)
    }
    // A quarter of the houses may be shown at one point only; of the others half are shown at the same one.
    expect(same.length).toBeGreaterThan(90)
    expect(same.length).toBeLessThan(160)
  }, 90_000)

  test('hears the same live when a seller changes a hidden deal, wherever its house is', async () => {
    const { server, victims, sellers } = world
    const frames: unknown[] = []
    for (const number of [0, 1]) {
      await world.enter(number)
      server.said.length = 0
      for (const [index, { id }] of victims.slice(0, sellers.length).entries()) {
        const call = {
          token: sellers[index]?.token ?? '',
          body: { status: number === 0 ? 'pending' : 'sold' },
        }
        expect((await server.call('PUT', `/account/api/properties/${id}/status`, call)).status).toBe(200)
      }
      frames.push(server.said.filter(({ channel }) => !channel.includes('.Account.')))
    }
    expect(frames[0]).toHaveLength(sellers.length)
    expect(frames[1]).toEqual(frames[0])
  }, 90_000)

  test('gets no mail, text, device notice, bell entry, webhook call or calendar file that names a house or would differ were it elsewhere', async () => {
    const receive = await openInbox(world)
    const [first, second] = [await receive(0), await receive(1)]
    const countOf = (way: Letter['way']) => second.filter((one) => one.way === way).length
    expect(countOf('mail')).toBeGreaterThan(700)
    for (const way of ['bell', 'queued'] as const) expect(countOf(way)).toBeGreaterThan(600)
    for (const way of ['text', 'device', 'webhook', 'calendar'] as const)
      expect(countOf(way)).toBeGreaterThan(0)
    const inOrder = (letters: readonly Letter[]) => letters.map(({ way, text }) => `${way} ${text}`).sort()
    expect(inOrder(second)).toEqual(inOrder(first))
    // The same words about another deal say nothing else.
    const said = [...new Set(second.map(({ text }) => text.replace(/(property[/_id":]+)\d+/g, '$1')))].join(
      '\n',
    )
    const found = world.victims.flatMap(({ id, houses: [, house] }) =>
      house ? leaksOf(said, secretOf(house)).map((leak) => `deal ${id}: ${leak}`) : ['nothing'],
    )
    expect(found).toEqual([])
  }, 300_000)

  test('never makes the market service hear of a hidden house', () => {
    const { asked } = world
    expect(asked.length).toBeGreaterThan(200)
    // The first houses are also in the adversary's own listings, which are theirs to ask about.
    const hidden = new Set(
      world.victims.flatMap(({ houses: [, { address, latitude } = {}] }) => [address, latitude]),
    )
    expect(asked.filter(({ address, latitude }) => hidden.has(address) || hidden.has(latitude ?? 0))).toEqual(
      [],
    )
  })

  describe('notices each leak that was mended, were it there again:', () => {
    /** Enough for a middle. */
    const known = () =>
      world.victims
        .filter((_, index) => index % 5 === 0)
        .map((victim) => {
          const { shown } = victim
          const sales = nearestSales(world.sales, shown, SALES_NEAR)
          return { house: centerOf(victim), shown, sales, places: placesShownAt([shown], onGrid) }
        })
    let deals: ReturnType<typeof known>
    beforeAll(() => {
      deals = known()
    })

    test.each(LEAKS)('%s', (_name, seesOf) => {
      const left = deals.map(({ places, ...deal }) =>
        km2Of(explaining(places, { house: deal.house, sees: seesOf(deal) })),
      )
      expect(medianOf(left)).toBeLessThan(PAGE_KM2 / 2)
    })
  })
})

const secretOf = ({ address, ...house }: House) => ({ ...house, name: address.split(' ')[1] ?? '' })

test('every endpoint of the contract is asked, or is not for a reason', () => {
  const names = ENDPOINTS.map(({ endpoint }) => endpoint.name).sort()
  expect([...Object.keys(ASKED), ...Object.keys(NOT_ASKED)].sort()).toEqual(names)
})
