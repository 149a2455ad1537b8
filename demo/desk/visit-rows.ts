/** The open houses at the desk: who is coming, and calling one off. */
import { type ReadonlySignal, signal } from '@preact/signals-react'
import type * as z from 'zod/mini'
import type { Api } from '#shared/api/client.ts'
import { deskCancelOpenHouse, deskOpenHouses } from '#shared/contract/desk-deals.ts'
import type { LoadState } from './desk-model.ts'
import { troubleText } from './desk-words.ts'

export type DeskVisit = z.output<typeof deskOpenHouses.reply>['data'][number]

export interface VisitRows {
  readonly visits: ReadonlySignal<readonly DeskVisit[]>
  readonly state: ReadonlySignal<LoadState>
  /** Why the last press did not work, in words. */
  readonly trouble: ReadonlySignal<string | null>
  /** Keeps what is shown when it fails. */
  load(): Promise<void>
  /** Everybody who is coming or waiting is told. */
  callOff(id: number, reason: string): Promise<void>
}

export function createVisitRows(api: Api): VisitRows {
  const visits = signal<readonly DeskVisit[]>([])
  const state = signal<LoadState>('loading')
  const trouble = signal<string | null>(null)
  const load = async () => {
    try {
      visits.value = (await api(deskOpenHouses, {})).data
      state.value = 'ready'
    } catch {
      if (state.peek() !== 'ready') state.value = 'failed'
    }
  }
  return {
    ...{ visits, state, trouble, load },
    async callOff(id, reason) {
      trouble.value = null
      const said = reason.trim()
      try {
        await api(deskCancelOpenHouse, {
          params: { openHouse: id },
          body: said === '' ? {} : { reason: said },
        })
      } catch (error) {
        trouble.value = troubleText(error)
      }
      await load()
    },
  }
}
