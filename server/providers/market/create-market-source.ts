/** The source of market data of the settings. */
import { createEmbeddedMarket } from './embedded.ts'
import { createHttpMarket } from './http-source.ts'
import type { MarketSettings, MarketSource } from './market-source.ts'

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
