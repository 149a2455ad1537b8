/** The source of market data of the settings. */
import { createEmbeddedMarket } from './embedded.ts'
import { type MarketSettings, type MarketSource, marketReport } from './market-source.ts'

export function createMarketSource(settings: MarketSettings): MarketSource {
  switch (settings.driver) {
    case 'none':
      return { name: 'none', report: async () => null }
    case 'embedded':
      return createEmbeddedMarket()
    case 'http':
      return createHttpMarket(settings)
  }
}

/** A page waits for it, and a browser gives the page up after three seconds. */
const TIMEOUT_MS = 2000
const UNKNOWN = 404

/** A market-data service over HTTP: is posted a subject with a bearer token and answers with a report. */
export function createHttpMarket({ url, token }: { url: string; token: string }): MarketSource {
  return {
    name: 'http',
    async report(subject) {
      const response = await post({ url, token }, JSON.stringify(subject))
      if (response.status === UNKNOWN) return null
      if (!response.ok) throw new Error(`The market service answered ${response.status}.`)
      const parsed = marketReport.safeParse(await response.json().catch(() => null))
      if (!parsed.success) throw new Error('The market service answered in an unknown form.')
      return parsed.data
    },
  }
}

/** The error text leaves out the address, which may carry a key. */
async function post({ url, token }: { url: string; token: string }, body: string): Promise<Response> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
  } catch {
    throw new Error('The market service does not answer.')
  }
}
