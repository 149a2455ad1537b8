/** "My buy box" as a store under test. No event tells of it: the page asks when it opens, and after its own changes. */
import { createBuyBoxes } from '#marketplace/buyer/features/buy-box/buy-boxes-model.ts'
import {
  addGeotag,
  createBuyBox,
  deleteBuyBox,
  getSmartBuyBox,
  listBuyBoxes,
  removeGeotag,
  updateBuyBox,
} from '#shared/contract/buy-box.ts'
import { refused } from './live-world.ts'
import type { OpenStore } from './play.ts'

const place = (place_id: string) => ({ place_id, formatted_address: place_id, address_components: [] })

export const buyBoxes: OpenStore = (world) => {
  let lastTag = 0
  let lastBox = 2
  const tag = (box: number) => ({
    id: ++lastTag,
    geotag_id: lastTag,
    buy_box_id: box,
    radius_miles: null,
    geotag: { id: lastTag, name_formated: `Place ${lastTag}` },
  })
  const newBox = (id: number, name: string) => ({
    id,
    name,
    criteria: [],
    mode: 'manual',
    geotags: [tag(id)],
  })
  let boxes = [newBox(1, 'Flips'), newBox(2, 'Rentals')]
  const box = (id: unknown) => {
    const known = boxes.find((one) => one.id === Number(id))
    if (!known) throw refused(404)
    return known
  }
  const set = (id: unknown, to: Partial<ReturnType<typeof newBox>>) => {
    const next = { ...box(id), ...to }
    boxes = boxes.map((one) => (one.id === next.id ? next : one))
    return { data: next }
  }
  world.serve(getSmartBuyBox, () => ({ entities: boxes.map(({ id }) => ({ id, name: `LLC ${id}` })) }))
  world.serve(listBuyBoxes, () => ({ data: boxes }))
  world.serve(createBuyBox, ({ body }) => {
    boxes = [...boxes, newBox(++lastBox, body.name)]
    return { data: boxes.at(-1) }
  })
  world.serve(deleteBuyBox, ({ params }) => {
    boxes = boxes.filter(({ id }) => id !== Number(params.box))
    return {}
  })
  world.serve(updateBuyBox, ({ params, body }) => set(params.box, { name: body.name ?? '' }))
  world.serve(addGeotag, ({ body }) => {
    const made = tag(body.buy_box_id ?? 1)
    set(made.buy_box_id, { geotags: [...box(made.buy_box_id).geotags, made] })
    return { data: made }
  })
  world.serve(removeGeotag, ({ params }) => {
    boxes = boxes.map((one) => ({
      ...one,
      geotags: one.geotags.filter(({ id }) => id !== Number(params.geotag)),
    }))
    return {}
  })
  const model = createBuyBoxes({ ...world, onLess() {} })
  void model.load()
  const shown = () => (model.boxes.value.phase === 'ready' ? model.boxes.value.value : [])
  const pick = (which: number) => shown()[which % Math.max(1, shown().length)]
  return {
    changes: [
      (which) => {
        if (boxes.length > 0) set(boxes[which % boxes.length]?.id, { name: `Changed ${which}` })
        void model.load()
      },
    ],
    acts: [
      (which) => pick(which)?.save({ name: `Saved ${which}` }),
      (which) =>
        pick(which)?.markets.add({ label: `M ${which}`, value: { place: place(`${which}`) } } as never),
      (which) => pick(which)?.markets.remove(pick(which)?.markets.list.value[0]?.key ?? ''),
      (which) => model.create(`New ${which}`),
      (which) => {
        const one = pick(which)
        return one && model.remove(one)
      },
      () => model.load(),
    ],
    shown: () => shown().map(({ box, markets }) => [box.value.name, markets.list.value.map(({ id }) => id)]),
    truth: () => boxes.map(({ name, geotags }) => [name, geotags.map(({ id }) => id)]),
  }
}
