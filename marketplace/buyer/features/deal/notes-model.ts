/** Private notes on a deal: kept as they are typed, after a pause; what could not be kept stays in the box, says so, and is tried again. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { isLasting } from '#marketplace/kit/resource.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import { saveDealNotes } from '#shared/contract/deal-notes.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { redialDelayMs } from '#shared/realtime/redial-delay.ts'

export interface NotesModel {
  readonly note: ReadonlySignal<string>
  readonly state: ReadonlySignal<'saved' | 'dirty' | 'saving' | 'failed'>
  type(note: string): void
  /** What the server has, e.g. after a login; what is being written here goes before it. */
  adopt(note: string): void
  /** Now, e.g. when the page is left or to try again. */
  flush(): Promise<void>
}

export interface NotesModelDeps {
  api: Api
  clock: Clock
  propertyId: number
  first: string
}

const PAUSE_MS = 800
/** After the last one only the next press or key tries again. */
const TRIES = 7

export function createNotesModel({ api, clock, propertyId, first }: NotesModelDeps): NotesModel {
  const note = signal(first)
  const state = signal<'saved' | 'dirty' | 'saving' | 'failed'>('saved')
  let stop: () => void = () => {}
  let failures = 0

  async function flush(): Promise<void> {
    stop()
    if (state.peek() === 'saved' || state.peek() === 'saving') return
    const sent = note.peek()
    state.value = 'saving'
    try {
      await api(saveDealNotes, { params: { property: propertyId }, body: { note: sent } })
      failures = 0
      state.value = note.peek() === sent ? 'saved' : 'dirty'
      if (note.peek() !== sent) await flush()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      state.value = 'failed'
      if (!isLasting(error.failure) && failures < TRIES)
        stop = clock.after(redialDelayMs(failures++), () => void flush())
    }
  }
  return {
    note,
    state,
    type(text) {
      note.value = text
      if (state.peek() !== 'saving') state.value = 'dirty'
      stop()
      stop = clock.after(PAUSE_MS, () => void flush())
    },
    adopt(kept) {
      if (state.peek() === 'saved') note.value = kept
    },
    flush,
  }
}
