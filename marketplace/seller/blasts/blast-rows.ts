/** The account's blasts and digests in the seller app: the list, the one that is looked at, and calling it off. */
import { batch, effect, type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createResource, type Resource } from '#marketplace/kit/resource.ts'
import { createListPages } from '#marketplace/seller/list-pages.ts'
import { type LoadState, loadStateOf } from '#marketplace/seller/load-state.ts'

import type { Api } from '#shared/api/client.ts'
import {
  type CampaignWire,
  sellerCampaign,
  sellerCampaigns,
  sellerCancelCampaign,
  sellerResendCampaign,
} from '#shared/contract/campaigns.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface BlastRows {
  readonly blasts: ReadonlySignal<readonly CampaignWire[]>
  readonly state: ReadonlySignal<LoadState>
  /** The one that is looked at; null until it is there. */
  readonly open: ReadonlySignal<CampaignWire | null>
  readonly openState: ReadonlySignal<LoadState | 'gone'>
  /** Why the last press did not work, in words. */
  readonly errorMessage: ReadonlySignal<string | null>
  load(): Promise<void>
  /** Fetches one, and again while it goes out. Returns what ends it. */
  follow(id: number): () => void
  /** Fetches the one that is looked at at once, where it could not be loaded. */
  loadOpen(): void
  cancel(id: number): Promise<void>
  /** Sends it again to the buyers for whom it failed, and follows the progress. */
  sendAgain(id: number): Promise<void>
}

const LOOK_MS = 1500
/** While the server is away the resource asks as well, sooner. */
const STALE_LOOK_MS = 60_000

export function createBlastRows(api: Api, clock: Clock): BlastRows {
  const list = createListPages<CampaignWire>((page) => api(sellerCampaigns, { query: { page } }), clock)
  const { rows: blasts, state, load } = list
  const open = signal<CampaignWire | null>(null)
  const openState = signal<LoadState | 'gone'>('loading')
  const errorMessage = signal<string | null>(null)
  let followed: Resource<CampaignWire> | null = null

  const show = (one: CampaignWire) =>
    batch(() => {
      open.value = one
      list.change((all) => all.map((row) => (row.id === one.id ? one : row)))
    })
  const change = async (call: () => Promise<{ data: CampaignWire }>) => {
    const ask = async () => (await call()).data
    errorMessage.value = null
    try {
      await (followed ? followed.write(ask) : ask().then(show))
    } catch (error) {
      errorMessage.value = errorText(error)
    }
  }

  return {
    blasts,
    state,
    open,
    openState,
    errorMessage,
    load,
    follow(id) {
      const one = createResource(
        async () => (await api(sellerCampaign, { params: { campaign: id } })).data,
        clock,
      )
      let stop = () => {}
      if (open.peek()?.id !== id) open.value = null
      errorMessage.value = null
      const end = effect(() => {
        const now = one.state.value
        stop()
        if (now.phase === 'ready') show(now.value)
        openState.value = loadStateOf(now)
        if (now.phase === 'ready' && isMoving(now.value))
          stop = clock.after(now.isStale ? STALE_LOOK_MS : LOOK_MS, () => void one.load())
      })
      followed = one
      void one.load()
      return () => {
        end()
        stop()
        one.reset()
        followed = null
      }
    },
    loadOpen: () => void followed?.load(),
    cancel: (id) => change(() => api(sellerCancelCampaign, { params: { campaign: id } })),
    sendAgain: (id) => change(() => api(sellerResendCampaign, { params: { campaign: id } })),
  }
}

/** Something about it changes by itself: also once it is out, while its mails are on their way. */
const isMoving = (one: CampaignWire): boolean =>
  one.state === 'sending' || one.state === 'scheduled' || (one.results?.pending ?? 0) > 0
