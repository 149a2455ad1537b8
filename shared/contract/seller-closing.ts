/** An owner closes the company: its data is deleted after a time in which every owner can cancel that. Ours. */
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant, maybe, wrapped } from './wire.ts'

const PATH = '/account/api/company/closing'

const closing = z.object({
  /** Null while nobody closes it. */
  closes_at: maybe(instant()),
  /** What is typed to confirm. */
  name: z.string(),
  /** What must be settled before the company can be closed, each with what to do. */
  unsettled: z.array(z.object({ kind: z.enum(['offers', 'deals']), text: z.string() })),
})
export type ClosingWire = z.output<typeof closing>

const ours = { at: 'site', auth: 'account', permission: 'settings', reply: wrapped(closing) } as const

export const sellerClosing = endpoint({
  ...ours,
  name: 'sellerClosing',
  method: 'GET',
  path: PATH,
  summary: 'Whether the company closes, and what must be settled before it can be closed.',
})

export const sellerCloseCompany = endpoint({
  ...ours,
  name: 'sellerCloseCompany',
  method: 'POST',
  path: PATH,
  isForClosing: true,
  needsStepUp: true,
  summary:
    'Close the company. It does no business from then on, and its data is deleted at `closes_at`. 409 `unsettled` with what must be settled first.',
  /** The company’s name. */
  body: z.object({ confirmation: z.string().check(z.maxLength(200)) }),
})

export const sellerKeepCompany = endpoint({
  ...ours,
  name: 'sellerKeepCompany',
  method: 'DELETE',
  path: PATH,
  isForClosing: true,
  summary: 'Cancel the closing of the company. 409 once its time has come.',
})
