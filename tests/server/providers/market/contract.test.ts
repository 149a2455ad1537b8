/** What every source of market data must do, asked of each: the embedded one, and a service over HTTP against a stub of it. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHttpMarket, createMarketSource } from '#server/providers/market/create-market-source.ts'
import { createEmbeddedMarket } from '#server/providers/market/embedded.ts'
import {
  type MarketSource,
  type MarketSubject,
  marketReport,
} from '#server/providers/market/market-source.ts'
import { milesBetween } from '#shared/rules/deals/area.ts'

const NOW_MS = Date.UTC(2026, 5, 15, 12)
const DAY_MS = 86_400_000
const TOKEN = 'a token'
const embedded = createEmbeddedMarket({ nowMs: () => NOW_MS })

const subject = (given: Partial<MarketSubject> = {}): MarketSubject => ({
  propertyId: 7,
  address: '1418 Kirby Street',
  city: 'Houston',
  state: 'TX',
  zip: '77020',
  latitude: 29.7744,
  longitude: -95.3142,
  arvUsd: 241_000,
  priceUsd: 164_500,
  sqft: 1188,
  beds: 3,
  baths: 1,
  yearBuilt: 1948,
  lotSize: 5000,
  areaPricePerSqft: 190,
  ...given,
})

let stub: Server
const sources: Record<string, MarketSource> = { embedded }
beforeAll(async () => {
  // A service that knows what the embedded one knows, behind a token.
  stub = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const answer = (status: number, value: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    if (request.headers.authorization !== `Bearer ${TOKEN}`) return answer(401, {})
    const asked = JSON.parse(body) as MarketSubject
    if (asked.zip === '00000') return answer(404, {})
    if (asked.zip === '11111') return answer(200, { comparables: [{ sold_price: -1 }] })
    return answer(200, await embedded.report(asked))
  })
  await new Promise<void>((done) => stub.listen(0, '127.0.0.1', done))
  sources.HTTP = createHttpMarket({ url: stubUrl(), token: TOKEN })
})
afterAll(() => new Promise((done) => stub.close(done)))

const stubUrl = () => `http://127.0.0.1:${(stub.address() as AddressInfo).port}/report?key=k`

describe.each(['embedded', 'HTTP'])('market data by %s', (name) => {
  const reportOf = async (given?: Partial<MarketSubject>) => {
    const report = await sources[name]?.report(subject(given))
    if (!report) throw new Error('nothing is known')
    return report
  }

  it('has the form it is kept in, with a source and a date for each sale and figure', async () => {
    const report = await reportOf()
    expect(marketReport.parse(report)).toEqual(report)
    const { figures, schools } = report.neighborhood
    for (const { source, as_of } of [...report.comparables, ...figures, ...schools]) {
      expect(source).not.toBe('')
      expect(Date.parse(as_of)).toBeLessThanOrEqual(NOW_MS)
    }
  })

  it('knows sales near the true place, of fourteen months, never in the subject’s own street', async () => {
    for (let propertyId = 1; propertyId <= 40; propertyId++) {
      const { comparables } = await reportOf({ propertyId })
      expect(comparables.length).toBeGreaterThanOrEqual(6)
      expect(comparables.length).toBeLessThanOrEqual(14)
      for (const sale of comparables) {
        expect(
          milesBetween({ lat: 29.7744, lng: -95.3142 }, { lat: sale.latitude, lng: sale.longitude }),
        ).toBeLessThan(2)
        expect(NOW_MS - Date.parse(sale.sold_at)).toBeLessThan(427 * DAY_MS)
        expect(sale.address).not.toContain('Kirby')
      }
    }
  })

  it('answers the same again', async () => {
    expect(await reportOf()).toEqual(await reportOf())
    expect(await reportOf({ propertyId: 8 })).not.toEqual(await reportOf())
  })

  it('finds prices around the ARV, and some far from it', async () => {
    const ratios: number[] = []
    for (let propertyId = 1; propertyId <= 40; propertyId++)
      for (const { sold_price, sq_footage } of (await reportOf({ propertyId })).comparables)
        ratios.push(sold_price / (sq_footage ?? 1) / (241_000 / 1188))
    const middle = ratios.toSorted((a, b) => a - b)[Math.floor(ratios.length / 2)] ?? 0
    expect(middle).toBeGreaterThan(0.92)
    expect(middle).toBeLessThan(1.05)
    const far = ratios.filter((ratio) => ratio < 0.7 || ratio > 1.3).length / ratios.length
    expect(far).toBeGreaterThan(0.04)
    expect(far).toBeLessThan(0.25)
  })

  it('knows no sales of a deal without a place, and land without a house', async () => {
    expect((await reportOf({ latitude: null })).comparables).toEqual([])
    const land = await reportOf({ sqft: null, beds: null, baths: null, yearBuilt: null })
    expect(land.comparables.every(({ bedrooms }) => bedrooms === null)).toBe(true)
  })

  it('has 24 months of prices that end with the last whole one', async () => {
    const { trend } = (await reportOf()).neighborhood
    expect(trend).toHaveLength(24)
    expect(trend.at(0)?.month).toBe('2024-06')
    expect(trend.at(-1)?.month).toBe('2026-05')
  })
})

describe('a market service', () => {
  it('that knows nothing of a place says so', async () => {
    expect(await sources.HTTP?.report(subject({ zip: '00000' }))).toBeNull()
  })

  it('that fails is told of without its address and token', async () => {
    const wrong = createHttpMarket({ url: stubUrl(), token: 'wrong' })
    await expect(wrong.report(subject())).rejects.toThrow('The market service answered 401.')
    await expect(sources.HTTP?.report(subject({ zip: '11111' }))).rejects.toThrow('unknown form')
    const nowhere = createHttpMarket({ url: 'http://127.0.0.1:1/?key=k', token: TOKEN })
    await expect(nowhere.report(subject())).rejects.toThrow(/^The market service does not answer\.$/)
  })

  it('that is not set up knows nothing', async () => {
    expect(await createMarketSource({ driver: 'none' }).report(subject())).toBeNull()
  })
})
