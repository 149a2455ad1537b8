/** A list of the desk, read whole and kept up to date: a failure keeps what is shown, and who asks while it runs is answered by one more. */
import { batch, type Signal, signal } from '@preact/signals-react'
import { hasNextPage } from '#shared/contract/wire.ts'
import type { LoadState } from './desk-model.ts'

interface Page<Row> {
  data: Row[]
  links?: { next?: string | null | undefined } | unknown[] | undefined
  next_page_url?: string | null | undefined
}

export interface ListPages<Row> {
  readonly rows: Signal<readonly Row[]>
  readonly state: Signal<LoadState>
  load(): Promise<void>
}

/** Older ones are found in the threads. */
const PAGES_MAX = 4

export async function readPages<Row>(fetchPage: (page: number) => Promise<Page<Row>>): Promise<Row[]> {
  const all: Row[] = []
  for (let page = 1, more = true; more && page <= PAGES_MAX; page += 1) {
    const reply = await fetchPage(page)
    all.push(...reply.data)
    more = hasNextPage(reply)
  }
  return all
}

export function createListPages<Row>(fetchPage: (page: number) => Promise<Page<Row>>): ListPages<Row> {
  const rows = signal<readonly Row[]>([])
  const state = signal<LoadState>('loading')
  let running: Promise<void> | null = null
  let isAskedAgain = false

  async function read() {
    try {
      const all = await readPages(fetchPage)
      batch(() => {
        rows.value = all
        state.value = 'ready'
      })
    } catch {
      if (state.peek() !== 'ready') state.value = 'failed'
    }
  }

  return {
    rows,
    state,
    load() {
      isAskedAgain = running !== null
      running ??= (async () => {
        do {
          isAskedAgain = false
          await read()
        } while (isAskedAgain)
      })().finally(() => {
        running = null
      })
      return running
    },
  }
}
