/** "My buy box": the linked LLCs and trusts, and the boxes. Loads both, keeps what came when one failed. Without React. */
import { computed, type ReadonlySignal, signal } from '@preact/signals-core'
import { ApiError, isOutcomeUnknown } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type BuyBoxWire,
  createBuyBox,
  deleteBuyBox,
  getSmartBuyBox,
  type LinkedEntityWire,
  listBuyBoxes,
  unlinkCompany,
} from '#shared/contract/buy-box.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { Log } from '#shared/lib/log.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'
import { type BoxModel, createBox, saidOf } from './box-model.ts'

export type Loaded<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly value: T }
  | { readonly phase: 'failed' }

export interface BuyBoxes {
  readonly entities: ReadonlySignal<Loaded<readonly LinkedEntityWire[]>>
  readonly boxes: ReadonlySignal<Loaded<readonly BoxModel[]>>
  /** Target markets over all boxes and linked entities: none of either opens the set-up again. */
  readonly rests: ReadonlySignal<number>
  /** Ids of the companies that are linked. */
  connected(): ReadonlySet<number>
  /** Both, or again what failed. What is on screen stays until the answer is there. */
  load(): Promise<void>
  /** Each answers with what went wrong, or null. */
  unlink(entity: LinkedEntityWire): Promise<string | null>
  create(name: string): Promise<string | null>
  remove(box: BoxModel): Promise<string | null>
}

export interface BuyBoxesDeps {
  api: Api
  log: Log
  clock: Clock
  /** Something a set-up rests on was taken away. */
  onLess: () => void
}

/** After the last one the next load asks. */
const TRIES = 7

export function createBuyBoxes({ api, log, clock, onLess }: BuyBoxesDeps): BuyBoxes {
  const entities = signal<Loaded<readonly LinkedEntityWire[]>>({ phase: 'loading' })
  const boxes = signal<Loaded<readonly BoxModel[]>>({ phase: 'loading' })
  const boxList = () => (boxes.value.phase === 'ready' ? boxes.value.value : [])
  const rests = computed(() => {
    const linked = entities.value.phase === 'ready' ? entities.value.value.length : 0
    return boxList().reduce((sum, one) => sum + one.markets.list.value.length, linked)
  })
  const checkRest = () => {
    if (rests.value === 0) onLess()
  }

  const warn = (what: string) => (error: unknown) => {
    if (!(error instanceof ApiError)) throw error
    log.warn(what, error.failure.kind)
    return null
  }

  /** What an earlier question brings is too old. */
  let turn = 0
  let loading = 0
  let failures = 0
  let stopWaiting = () => {}
  function askLater() {
    stopWaiting()
    if (failures < TRIES) stopWaiting = clock.after(redialDelayMs(failures++), () => void load())
  }
  const onSettled = (isKnown: boolean) => {
    if (loading > 0 || !isKnown) void load()
  }

  async function loadEntities(mine: number) {
    const reply = await api(getSmartBuyBox, {}).catch(warn('Linked companies could not be loaded'))
    if (mine !== turn) return
    if (reply) entities.value = { phase: 'ready', value: reply.entities }
    else if (entities.value.phase === 'loading') entities.value = { phase: 'failed' }
    else askLater()
  }

  async function loadBoxes(mine: number) {
    const reply = await api(listBuyBoxes, {}).catch(warn('Buy boxes could not be loaded'))
    if (mine !== turn) return
    if (reply) boxes.value = { phase: 'ready', value: reply.data.map(modelOf) }
    else if (boxes.value.phase === 'loading') boxes.value = { phase: 'failed' }
    else askLater()
  }

  /** A box that is on screen keeps its model, and with it what somebody is doing there. */
  function modelOf(wire: BuyBoxWire): BoxModel {
    const known = boxList().find((one) => one.id === wire.id)
    if (!known) return createBox(wire, { api, log, onMarkets: checkRest, onSettled })
    known.adopt(wire)
    return known
  }

  async function change(call: Promise<unknown>, otherwise: string): Promise<string | null> {
    try {
      await call
    } catch (error) {
      log.warn('A change to the buy boxes failed', error instanceof ApiError ? error.failure.kind : undefined)
      if (error instanceof ApiError && isOutcomeUnknown(error.failure)) void load()
      return saidOf(error, otherwise)
    }
    await load()
    checkRest()
    return null
  }

  async function load() {
    const mine = ++turn
    stopWaiting()
    if (entities.value.phase === 'failed') entities.value = { phase: 'loading' }
    if (boxes.value.phase === 'failed') boxes.value = { phase: 'loading' }
    loading++
    await Promise.all([loadEntities(mine), loadBoxes(mine)]).finally(() => loading--)
  }

  return {
    entities,
    boxes,
    rests,
    connected: () =>
      new Set(entities.value.phase === 'ready' ? entities.value.value.map(({ id }) => id) : []),
    load,
    unlink: ({ id, name }) =>
      change(api(unlinkCompany, { params: { company: id } }), `${name} could not be removed. Try again.`),
    create: (name) =>
      change(api(createBuyBox, { body: { name } }), 'The buy box could not be added. Try again.'),
    remove: (box) =>
      change(api(deleteBuyBox, { params: { box: box.id } }), 'The buy box could not be deleted. Try again.'),
  }
}
