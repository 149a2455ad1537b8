import { signal } from '@preact/signals-core'
import { describe, expect, it } from 'vitest'
import {
  arranged,
  type Favourite,
  labelsOf,
  priceChange,
  readLabels,
} from '#marketplace/buyer/features/favourites/arrange.ts'
import { createFavouritesModel } from '#marketplace/buyer/features/favourites/favourites-model.ts'
import { addFavourite, type FavouriteWire, listFavourites } from '#shared/contract/inquiries.ts'
import { createFakeApi, refused } from '#tests/support/fake-api.ts'

const kept = (id: number, given: Partial<FavouriteWire> = {}): FavouriteWire => ({
  property_id: id,
  created_at: `2025-06-${String(10 + id)}T00:00:00.000Z`,
  price: 200_000,
  labels: [],
  ...given,
})
const favourite = (id: number, price: number | null, given: Partial<FavouriteWire> = {}): Favourite => ({
  kept: kept(id, given),
  deal: { id, price, spread: null } as Favourite['deal'],
})
const ids = (all: readonly Favourite[]) => all.map((one) => one.kept.property_id)

describe('the order of favorites', () => {
  const all = [
    favourite(1, 300_000),
    favourite(2, 150_000),
    { kept: kept(3), deal: null },
    favourite(4, 190_000),
  ]

  it.each([
    ['kept', [4, 3, 2, 1]],
    ['price', [2, 4, 1, 3]],
    ['-price', [1, 4, 2, 3]],
    ['change', [2, 4, 1, 3]],
    ['spread', [4, 3, 2, 1]],
  ] as const)('by %s, what is not known comes last', (sort, order) => {
    expect(ids(arranged(all, sort, null))).toEqual(order)
  })

  it('can be narrowed to a label', () => {
    const some = [
      favourite(1, 1, { labels: ['Flips'] }),
      favourite(2, 1, { labels: ['Holds', 'Flips'] }),
      favourite(3, 1),
    ]
    expect(labelsOf(some)).toEqual(['Flips', 'Holds'])
    expect(ids(arranged(some, 'kept', 'Holds'))).toEqual([2])
  })

  it('shows how a price has moved, and nothing when it has not or is not known', () => {
    expect([180_000, 215_000, 200_000, null].map((price) => priceChange(favourite(1, price)))).toEqual([
      -20_000,
      15_000,
      null,
      null,
    ])
  })

  it('reads labels as they are typed', () => {
    expect(readLabels(' Flips, ,Houston,Flips ')).toEqual(['Flips', 'Houston'])
    expect(readLabels(Array.from({ length: 20 }, (_, n) => `l${n}`).join(','))).toHaveLength(10)
  })
})

describe('favorites that are not in the list of deals', () => {
  function setUp(answers: Record<number, number>) {
    const held = signal<ReadonlySet<number>>(new Set(Object.keys(answers).map(Number)))
    const { api, on } = createFakeApi()
    on(addFavourite, ({ body }) => {
      const status = answers[body.property_id] ?? 200
      return status === 200 ? {} : refused(status)
    })
    const model = createFavouritesModel(api, {
      ids: held,
      kept: signal([]),
      toggle: async (id) => {
        held.value = new Set([...held.value].filter((one) => one !== id))
      },
    })
    return { held, model }
  }

  it('are let go after 422, and only then', async () => {
    const { held, model } = setUp({ 1: 422, 2: 500, 3: 200, 4: 429, 5: 422 })
    await model.recheck([1, 2, 3, 4, 5])
    expect([[...held.value], model.gone.value]).toEqual([[2, 3, 4], 2])
  })
})

describe('a favorite that is on its way to the account', () => {
  it('is asked for when the server has it, however early the list came', async () => {
    const server: FavouriteWire[] = []
    const told = signal<readonly number[]>([])
    const { api, on } = createFakeApi()
    on(listFavourites, () => ({ data: [...server] }))
    const model = createFavouritesModel(api, {
      ids: signal(new Set([5])),
      kept: told,
      toggle: async () => {},
    })
    const shown = () => {
      const state = model.state.peek()
      return state.phase === 'ready' ? [...state.value.keys()] : state.phase
    }
    await model.load()
    model.follow(new Set([5]))
    await expect.poll(shown).toEqual([])
    server.push(kept(5))
    told.value = [5]
    model.follow(new Set([5]))
    await expect.poll(shown).toEqual([5])
  })
})
