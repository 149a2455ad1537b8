/** Properties and deals (spec section 7). So far the one call a property card's link needs; the rest is listed in docs/coverage.md. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { messageProperty } from './messenger.ts'
import { id, idText, wrapped } from './wire.ts'

export const showProperty = endpoint({
  name: 'showProperty',
  method: 'GET',
  path: '/properties/{property}',
  auth: 'none',
  spec: ['GET /customer/api/properties/{id}'],
  summary: 'One property, with the account that sells it.',
  params: z.object({ property: idText() }),
  reply: wrapped(z.extend(messageProperty, { account: z.object({ id: id(), title: z.string() }) })),
})
