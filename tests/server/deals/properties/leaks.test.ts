/** Nothing the server says to who has no access leads to a hidden address: every call of the contract, every realtime frame. */
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pathsOf } from '#server/core/http/paths.ts'
import { bumpDealRevision } from '#server/deals/list/bump-revision.ts'
import { dealSummary } from '#server/deals/list/deal-summary.ts'
import { shownPlace } from '#server/deals/properties/address-privacy.ts'
import { dealRow } from '#server/deals/properties/queries.ts'
import { dealHead } from '#server/site/deal-head.ts'
import type { Endpoint } from '#shared/contract/endpoint.ts'
import { ENDPOINTS } from '#shared/contract/registry.ts'
import { DEFAULT_FILTER, DEFAULT_QUERY, type DealFilter } from '#shared/rules/deals/filter.ts'
import { writeQuery } from '#shared/rules/deals/query-codec.ts'
import type { Given } from '#tests/server/authorisation/kinds.ts'
import { MATRIX } from '#tests/server/authorisation/matrix.ts'
import {
  makeScene,
  type Role,
  type Scene,
  SECRET,
  startMatrixServer,
} from '#tests/server/authorisation/roles.ts'
import type { TestServer } from '#tests/support/server.ts'
import { type HiddenDeal, hiddenDeal, plant } from './hidden-deal.ts'
import { leaksOf } from './leaks.ts'

let server: TestServer
let scene: Scene
beforeAll(async () => {
  server = await startMatrixServer()
  scene = await makeScene(server)
})
afterAll(() => server.close())

/** Everybody but the deal's own seller. The owner's request for the address waits; the widget is theirs, on a foreign page. */
const STRANGERS = ['visitor', 'other', 'rival', 'widget', 'owner'] as const satisfies readonly Role[]

const get = (url: string, role: Role) => {
  const token = scene.tokens[role]
  return server.call('GET', url, token ? { token } : {})
}
const said = ({ body, headers }: Awaited<ReturnType<TestServer['call']>>) => [body, headers]
const dealUrl = (id: number) => `/customer/api/properties/${id}`

describe('a hidden deal', () => {
  test('gives nothing away on its page, in its neighborhood and in the list, whatever its seller wrote', async () => {
    await fc.assert(
      fc.asyncProperty(hiddenDeal, fc.constantFrom(...STRANGERS), async (deal, role) => {
        await plant(server, scene.propertyId, deal)
        const page = await get(dealUrl(scene.propertyId), role)
        expect(page.body.data.comparables.length).toBeGreaterThan(3)
        expect(leaksOf(said(page), deal)).toEqual([])
        expect(leaksOf(said(await get(`${dealUrl(scene.propertyId)}/neighborhood`, role)), deal)).toEqual([])
        expect(leaksOf(said(await get('/customer/api/properties', role)), deal)).toEqual([])
      }),
      { numRuns: 8 },
    )
  })
})

const deal: HiddenDeal = {
  name: 'Xyquill',
  address: '12 Xyquill Street',
  said: '12 Xyquill Street',
  parcel: '48201-1234567',
  latitude: 29.774,
  longitude: -95.314,
}

describe('a hidden deal that is looked for', () => {
  const idsFor = async (filter: Partial<DealFilter>): Promise<number[]> => {
    const query = writeQuery({ ...DEFAULT_QUERY, filter: { ...DEFAULT_FILTER, ...filter } })
    const { body } = await get(`/customer/api/properties?${query}`, 'visitor')
    return body.data.map((row: unknown[]) => row[body.columns.indexOf('id')])
  }
  /** 300 meters wide and high, around the true place. */
  const around = [
    { lat: deal.latitude - 0.00135, lng: deal.longitude - 0.00155 },
    { lat: deal.latitude - 0.00135, lng: deal.longitude + 0.00155 },
    { lat: deal.latitude + 0.00135, lng: deal.longitude + 0.00155 },
    { lat: deal.latitude + 0.00135, lng: deal.longitude - 0.00155 },
  ]

  test('is found neither by its street nor where it truly is, unlike one whose street is shown', async () => {
    await plant(server, scene.propertyId, deal)
    expect(await idsFor({ text: deal.name })).toEqual([])
    expect(await idsFor({ areas: [around] })).toEqual([])
    const { db } = server.database
    await db.transaction().execute(async (trx) => {
      await bumpDealRevision(trx, scene.propertyId)
      await trx
        .updateTable('properties')
        .set({ is_street_shown: true })
        .where('id', '=', scene.propertyId)
        .execute()
    })
    expect(await idsFor({ text: deal.name })).toEqual([scene.propertyId])
    expect(await idsFor({ areas: [around] })).toEqual([scene.propertyId])
  })

  test('has a head and a picture for shared links that say as little', async () => {
    await plant(server, scene.propertyId, deal)
    const summary = await dealSummary(server.database.db, scene.propertyId)
    if (!summary) throw new Error('The deal has no summary.')
    expect(leaksOf([summary, dealHead(summary, 'https://plat.example')], deal)).toEqual([])
  })
})

describe('the check', () => {
  test('finds what the deal’s own seller is told', async () => {
    await plant(server, scene.propertyId, deal)
    const { body } = await get(dealUrl(scene.propertyId), 'seller')
    expect(leaksOf(body, deal)).toEqual(['street', 'parcel', 'coordinates', 'distance'])
  })

  test('finds an answer that went around the place that is shown', async () => {
    await plant(server, scene.propertyId, deal)
    const { body } = await get(dealUrl(scene.propertyId), 'visitor')
    const row = await dealRow(server.database.db, scene.propertyId)
    if (!row) throw new Error('The deal is gone.')
    const around = { ...body.data, ...shownPlace(row, { hasAddress: true, secret: SECRET }) }
    expect(leaksOf(around, deal)).toEqual(['street', 'coordinates'])
    expect(leaksOf(body, deal)).toEqual([])
  })

  test.each([
    ['a street in a file name', { url: '/photos/12-xyquill-street.jpg' }, ['street']],
    ['coordinates in a row', [[7, 29.7741, -95.3141, 'TX']], ['coordinates']],
    ['coordinates in words', { text: 'Pin 29.774,-95.314' }, ['coordinates']],
    ['a parcel', { note: 'APN 48201-1234567' }, ['parcel']],
    ['three exact distances', [{ distance_miles: 0.3 }], ['distance']],
    ['a band around a known house', [{ distance_miles: 0.5, address: '9 Oak St' }], ['distance']],
    ['nothing in a band alone', [{ distance_miles: 0.5, address: 'Waco, TX 76701' }], []],
  ])('finds %s', (_what, answer, leaks) => {
    expect(leaksOf(answer, deal)).toEqual(leaks)
  })
})

/** What ends the caller's session, or the caller, comes last. */
const ENDINGS = ['endSession', 'endOtherSessions', 'updatePassword', 'deleteAccount']
/** Rooms whose calls know nothing of deals: getting in, numbers, places, sockets. All others are asked, also those to come. */
const ELSEWHERE: readonly string[] = ['account', 'phones', 'places', 'broadcasting']
const inOrder = ENDPOINTS.filter(
  ({ room, endpoint }) => !ELSEWHERE.includes(room) || endpoint.name === 'currentUser',
)
  .map(({ endpoint }) => endpoint)
  .sort((a, b) => ENDINGS.indexOf(a.name) - ENDINGS.indexOf(b.name))

function ask(endpoint: Endpoint, { params, query, body }: Given, token: string | undefined) {
  const path = pathsOf(endpoint)[0] ?? ''
  const url = path.replace(/\{(\w+)\}/g, (_all, name: string) => String(params?.[name]))
  return server.call(endpoint.method, url + (query ? `?${new URLSearchParams(query)}` : ''), {
    ...(token ? { token } : {}),
    ...(body === undefined ? {} : { body }),
  })
}

test('no call of the contract and no realtime frame gives a hidden deal away', async () => {
  scene = await makeScene(server)
  const ids = (
    await server.database.db
      .selectFrom('properties')
      .select('id')
      .where('account_id', '=', scene.accountId)
      .execute()
  ).map(({ id }) => id)
  const deals = fc.sample(hiddenDeal, { numRuns: ids.length, seed: 7 })
  for (const [index, id] of ids.entries()) await plant(server, id, deals[index] as HiddenDeal)
  const found: string[] = []
  const look = (where: string, what: unknown) => {
    for (const deal of deals) for (const leak of leaksOf(what, deal)) found.push(`${where}: ${leak}`)
  }
  // What is sent to the owner by the seller, so that there are cards in the thread.
  server.said.length = 0
  const token = scene.tokens.seller ?? ''
  await server.call('POST', '/account/api/deals-digests', { token, body: { property_ids: ids } })
  for (const endpoint of inOrder)
    for (const role of STRANGERS) {
      const row = MATRIX[endpoint.name]
      // Who is refused is told nothing but that.
      if (!row || row.answers[role] >= 300) continue
      const given = row.given?.(scene) ?? {}
      look(`${endpoint.name} as ${role}`, said(await ask(endpoint, given, scene.tokens[role])))
    }
  for (const id of ids)
    await server.call('PUT', `/account/api/properties/${id}/status`, { token, body: { status: 'pending' } })
  const frames = server.said.filter(({ channel }) => !channel.includes('.Account.'))
  expect(JSON.stringify(frames)).toContain('full_address')
  for (const frame of frames) look(`${frame.event} on ${frame.channel}`, frame)
  expect(found).toEqual([])
})
