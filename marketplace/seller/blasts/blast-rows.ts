/** The account's blasts and digests at the desk: the list, the one that is looked at, and calling it off. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import { errorText } from '#marketplace/kit/error-text.ts'
import { createListPages } from '#marketplace/seller/list-pages.ts'
import type { LoadState } from '#marketplace/seller/load-state.ts'

import type { Api } from '#shared/api/client.ts'
import {
  type CampaignWire,
  deskCampaign,
  deskCampaigns,
  deskCancelCampaign,
  deskResendCampaign,
} from '#shared/contract/campaigns.ts'
import type { Clock } from '#shared/lib/clock.ts'

export interface BlastRows {
  readonly blasts: ReadonlySignal<readonly CampaignWire[]>
  readonly state: ReadonlySignal<LoadState>
  /** The one that is looked at; null until it is there. */
  readonly open: ReadonlySignal<CampaignWire | null>
  readonly trouble: ReadonlySignal<string | null>
  load(): Promise<void>
  /** Fetches one, and again while it goes out. Returns what ends it. */
  follow(id: number): () => void
  cancel(id: number): Promise<void>
  /** Sends it again to the buyers for whom it failed, and follows the progress. */
  sendAgain(id: number): Promise<void>
}

const LOOK_MS = 1500

export function createBlastRows(api: Api, clock: Clock): BlastRows {
  const list = createListPages<CampaignWire>((page) => api(deskCampaigns, { query: { page } }), clock)
  const { rows: blasts, state, load } = list
  const open = signal<CampaignWire | null>(null)
  const trouble = signal<string | null>(null)
  const idle = () => {}
  let lookAgain = idle
  const show = (one: CampaignWire) =>
    batch(() => {
      open.value = one
      trouble.value = null
      list.change((all) => all.map((row) => (row.id === one.id ? one : row)))
    })

  const change = async (call: () => Promise<{ data: CampaignWire }>) => {
    try {
      show((await call()).data)
    } catch (error) {
      trouble.value = errorText(error)
    }
  }

  return {
    ...{ blasts, state, open, trouble, load },
    follow(id) {
      let round = 0
      let stop = idle
      if (open.peek()?.id !== id) open.value = null
      const look = async (mine: number) => {
        try {
          const { data } = await api(deskCampaign, { params: { campaign: id } })
          if (mine !== round) return
          show(data)
        } catch (error) {
          if (mine !== round) return
          trouble.value = errorText(error)
        }
        if (isMoving(open.peek())) stop = clock.after(LOOK_MS, () => void look(mine))
      }
      lookAgain = () => {
        stop()
        round += 1
        void look(round)
      }
      lookAgain()
      return () => {
        lookAgain = idle
        round = 0
        stop()
      }
    },
    cancel: (id) => change(() => api(deskCancelCampaign, { params: { campaign: id } })),
    async sendAgain(id) {
      await change(() => api(deskResendCampaign, { params: { campaign: id } }))
      lookAgain()
    },
  }
}

/** Something about it changes by itself: also once it is out, while its mails are on their way. */
const isMoving = (one: CampaignWire | null): boolean =>
  one === null || one.state === 'sending' || one.state === 'scheduled' || (one.results?.pending ?? 0) > 0
