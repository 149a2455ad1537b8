/** The area around a deal (spec section 7, Properties and deals; checklist DEAL-12). */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { amount, idText, instant, maybe, wrapped } from './wire.ts'

/** A figure about the area. Every one says where it is from and of when it is. */
const figure = z.object({
  key: z.string(),
  label: z.string(),
  value: z.union([z.number(), z.string()]),
  unit: z.enum(['usd', 'usd_per_sqft', 'days', 'count', 'percent', 'text']),
  source: z.string(),
  as_of: instant(),
})
export type FigureWire = z.output<typeof figure>

export const propertyNeighborhood = endpoint({
  name: 'propertyNeighborhood',
  method: 'GET',
  path: '/properties/{property}/neighborhood',
  auth: 'optional',
  spec: ['GET /customer/api/properties/{id}/neighborhood'],
  summary:
    'The area of a deal: figures with source and date, the price per square foot of 24 months, and other deals nearby.',
  params: z.object({ property: idText() }),
  reply: wrapped(
    z.object({
      name: z.string(),
      figures: z.array(figure),
      schools: z.array(
        z.object({
          name: z.string(),
          rating: amount(),
          level: z.string(),
          source: z.string(),
          as_of: instant(),
        }),
      ),
      trend: z.array(z.object({ month: z.string(), price_per_sqft: amount() })),
      trend_source: maybe(z.string()),
      nearby: z.object({ available: amount(), pending: amount(), sold: amount() }),
    }),
  ),
})
