/** "My buy box": the linked LLCs and trusts, and the boxes. Loads both, keeps what came when one failed. Without React. */
import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals-core'
import { isLasting } from '#marketplace/kit/resource.ts'
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
  const boxList = () => loadedOf(boxes) ?? []
  const rests = computed(() => {
    const linked = loadedOf(entities)?.length ?? 0
    return boxList().reduce((sum, one) => sum + one.markets.list.value.length, linked)
  })
  const checkRest = () => {
    if (rests.value === 0) onLess()
  }

  /** What an earlier question brings is too old. */
  let turn = 0
  let loading = 0
  let failures = 0
  let stopWaiting = () => {}
  function askLater() {
    if (failures < TRIES) stopWaiting = clock.after(redialDelayMs(failures++), () => void ask())
  }
  const onSettled = (isKnown: boolean) => {
    if (loading > 0 || !isKnown) void load()
  }

  /** A box that is on screen keeps its model, and with it what somebody is doing there. */
  function modelOf(wire: BuyBoxWire): BoxModel {
    const known = boxList().find((one) => one.id === wire.id)
    if (!known) return createBox(wire, { api, log, onMarkets: checkRest, onSettled })
    known.adopt(wire)
    return known
  }

  /** `isDone` tells from the lists whether a call without an answer arrived. */
  async function change(
    call: Promise<unknown>,
    otherwise: string,
    isDone: () => boolean = () => false,
  ): Promise<string | null> {
    const error: unknown = await call.then(
      () => null,
      (reason: unknown) => reason,
    )
    const failure = error instanceof ApiError ? error.failure : undefined
    if (error) log.warn('A change to the buy boxes failed', failure?.kind)
    if (error && !(failure && isOutcomeUnknown(failure))) return saidOf(error, otherwise)
    await load()
    if (error && !isDone()) return saidOf(error, otherwise)
    checkRest()
    return null
  }

  function load(): Promise<void> {
    failures = 0
    if (entities.value.phase === 'failed') entities.value = { phase: 'loading' }
    if (boxes.value.phase === 'failed') boxes.value = { phase: 'loading' }
    return ask()
  }

  async function ask() {
    const mine = ++turn
    stopWaiting()
    loading++
    const into = { log, isLatest: () => mine === turn }
    const isAgain = await Promise.all([
      fill({ ...into, list: entities }, api(getSmartBuyBox, {}), (answer) => answer.entities),
      fill({ ...into, list: boxes }, api(listBuyBoxes, {}), (answer) => answer.data.map(modelOf)),
    ]).finally(() => loading--)
    if (mine === turn && isAgain.includes(true)) askLater()
  }

  return {
    entities,
    boxes,
    rests,
    connected: () => new Set(loadedOf(entities)?.map(({ id }) => id)),
    load,
    unlink: ({ id, name }) =>
      change(
        api(unlinkCompany, { params: { company: id } }),
        `${name} could not be removed. Try again.`,
        () => loadedOf(entities)?.every((one) => one.id !== id) ?? false,
      ),
    create: (name) =>
      change(api(createBuyBox, { body: { name } }), 'The buy box could not be added. Try again.'),
    remove: (box) =>
      change(
        api(deleteBuyBox, { params: { box: box.id } }),
        'The buy box could not be deleted. Try again.',
        () => loadedOf(boxes)?.every((one) => one.id !== box.id) ?? false,
      ),
  }
}

interface FillTarget<T> {
  list: Signal<Loaded<T>>
  log: Log
  /** False once a later question was asked: then the answer is too old. */
  isLatest: () => boolean
}

/** True when asking again can help. */
async function fill<A, T>(
  { list, log, isLatest }: FillTarget<T>,
  call: Promise<A>,
  read: (answer: A) => T,
): Promise<boolean> {
  try {
    const answer = await call
    if (isLatest()) list.value = { phase: 'ready', value: read(answer) }
    return false
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.warn('Buy boxes or linked companies could not be loaded', error.failure.kind)
    if (isLatest() && list.value.phase === 'loading') list.value = { phase: 'failed' }
    return !isLasting(error.failure)
  }
}

const loadedOf = <T>({ value }: ReadonlySignal<Loaded<T>>): T | null =>
  value.phase === 'ready' ? value.value : null
