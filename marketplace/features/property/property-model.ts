/** One property, loaded by id: loading, there, not found, or failed with a way to try again. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, type Failure } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { Reply } from '#shared/contract/endpoint.ts'
import { showProperty } from '#shared/contract/properties.ts'

export interface Property {
  readonly id: number
  /** Street, or the area when the address is hidden. */
  readonly headline: string
  /** What follows the headline: city, state, ZIP. */
  readonly place: string
  readonly image: string | null
  readonly priceUsd: number | null
  readonly arvUsd: number | null
  readonly beds: number | null
  readonly baths: number | null
  readonly squareFeet: number | null
  readonly listedAt: string | null
  readonly seller: { readonly id: number; readonly name: string }
}

type PropertyState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly property: Property }
  | { readonly phase: 'missing' }
  | { readonly phase: 'failed'; readonly failure: Failure }

export interface PropertyModel {
  readonly state: ReadonlySignal<PropertyState>
  load(): Promise<void>
}

/** `id` is what stood in the address; what is no id is not found without a call. */
export function createPropertyModel(api: Api, id: string | undefined): PropertyModel {
  const isId = id !== undefined && /^[1-9]\d{0,15}$/.test(id)
  const state = signal<PropertyState>(isId ? { phase: 'loading' } : { phase: 'missing' })
  return {
    state,
    async load() {
      if (!isId) return
      state.value = { phase: 'loading' }
      state.value = await ask(api, Number(id))
    },
  }
}

async function ask(api: Api, id: number): Promise<PropertyState> {
  try {
    const reply = await api(showProperty, { params: { property: id } })
    return { phase: 'ready', property: propertyOf(reply.data) }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { failure } = error
    return failure.kind === 'refused' && failure.status === 404
      ? { phase: 'missing' }
      : { phase: 'failed', failure }
  }
}

function propertyOf(wire: Reply<typeof showProperty>['data']): Property {
  const [headline = '', ...rest] = (wire.full_address ?? '').split(',').map((part) => part.trim())
  return {
    id: wire.id,
    headline: headline === '' ? `Property ${wire.id}` : headline,
    place: rest.join(', '),
    image: wire.main_image?.thumbnail ?? null,
    priceUsd: wire.price ?? null,
    arvUsd: wire.arv_estimate ?? null,
    beds: wire.bedrooms ?? null,
    baths: wire.bathrooms ?? null,
    squareFeet: wire.sq_footage ?? null,
    listedAt: wire.created_at ?? null,
    seller: { id: wire.account.id, name: wire.account.title },
  }
}
