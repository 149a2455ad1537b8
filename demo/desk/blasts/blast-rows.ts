/** The account's blasts and digests at the desk: the list, the one that is looked at, and calling it off. */
import { batch, type ReadonlySignal, signal } from '@preact/signals-react'
import type { LoadState } from '#demo/desk/desk-model.ts'
import { troubleText } from '#demo/desk/desk-words.ts'
import { createListPages } from '#demo/desk/list-pages.ts'
import type { Api } from '#shared/api/client.ts'
import {
  type CampaignWire,
  deskCampaign,
  deskCampaigns,
  deskCancelCampaign,
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
}

const LOOK_MS = 1500

export function createBlastRows(api: Api, clock: Clock): BlastRows {
  const {
    rows: blasts,
    state,
    load,
  } = createListPages<CampaignWire>((page) => api(deskCampaigns, { query: { page } }))
  const open = signal<CampaignWire | null>(null)
  const trouble = signal<string | null>(null)
  const show = (one: CampaignWire) =>
    batch(() => {
      open.value = one
      trouble.value = null
      blasts.value = blasts.peek().map((row) => (row.id === one.id ? one : row))
    })

  return {
    ...{ blasts, state, open, trouble, load },
    follow(id) {
      let isOver = false
      let stop = () => {}
      if (open.peek()?.id !== id) open.value = null
      const look = async () => {
        try {
          const { data } = await api(deskCampaign, { params: { campaign: id } })
          if (isOver) return
          show(data)
        } catch (error) {
          if (isOver) return
          trouble.value = troubleText(error)
        }
        if (isMoving(open.peek())) stop = clock.after(LOOK_MS, () => void look())
      }
      void look()
      return () => {
        isOver = true
        stop()
      }
    },
    async cancel(id) {
      try {
        show((await api(deskCancelCampaign, { params: { campaign: id } })).data)
      } catch (error) {
        trouble.value = troubleText(error)
      }
    },
  }
}

/** Something about it changes by itself: also once it is out, while its mails are on their way. */
const isMoving = (one: CampaignWire | null): boolean =>
  one === null || one.state === 'sending' || one.state === 'scheduled' || (one.results?.pending ?? 0) > 0
