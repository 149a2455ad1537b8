/** The team's internal notes in the open conversation, and what is half-written of one. */
import { computed, effect, type ReadonlySignal, type Signal, signal, untracked } from '@preact/signals-react'
import { createResource } from '#marketplace/kit/resource.ts'
import type { KeptReplies } from '#marketplace/seller/kept-replies.ts'
import type { Api } from '#shared/api/client.ts'
import { createKeyedCall } from '#shared/api/keyed-call.ts'
import {
  type ConversationNoteWire,
  sellerAddNote,
  sellerDeleteNote,
  sellerNotes,
} from '#shared/contract/conversation-notes.ts'
import { newClientId } from '#shared/lib/client-id.ts'
import type { Clock } from '#shared/lib/clock.ts'
import { createDrafts } from '#shared/thread/sending/drafts.ts'

export interface Notes {
  /** Oldest first. */
  readonly rows: ReadonlySignal<readonly ConversationNoteWire[]>
  readonly state: ReadonlySignal<'loading' | 'ready' | 'failed'>
  /** The box under the conversation writes a note, not a reply. */
  readonly isWriting: Signal<boolean>
  /** The own note that was just added, until it is shown. */
  readonly added: Signal<number | null>
  draft(customerId: number): Signal<string>
  load(): Promise<void>
  /** One was written or deleted. */
  heard(customerId: number): void
  /** Rejects with `ApiError`, and a repeat writes no second one. */
  add(customerId: number, text: string): Promise<void>
  /** Rejects with `ApiError`. */
  remove(customerId: number, id: number): Promise<void>
  dispose(): void
}

interface NotesDeps {
  api: Api
  thread: ReadonlySignal<{ customerId: number } | null>
  kept: KeptReplies['notes']
  clock: Clock
}

export function createNotes({ api, thread, kept, clock }: NotesDeps): Notes {
  const drafts = createDrafts(kept)
  const keyed = createKeyedCall(newClientId)
  const isWriting = signal(false)
  const added = signal<number | null>(null)
  const customer = computed(() => thread.value?.customerId ?? null)
  const list = createResource(async (): Promise<readonly ConversationNoteWire[]> => {
    const { data } = await api(sellerNotes, { params: { customer: customer.peek() ?? 0 } })
    return data
  }, clock)
  const endFollowing = kept.follow((customerId) => {
    drafts.of(customerId).value = kept.read(customerId)
  })
  const endOpening = effect(() => {
    const id = customer.value
    untracked(() => {
      list.reset()
      isWriting.value = id !== null && drafts.of(id).peek() !== ''
      if (id !== null) void list.load()
    })
  })
  const isOpen = (customerId: number) => customer.peek() === customerId

  return {
    rows: computed(() => (list.state.value.phase === 'ready' ? list.state.value.value : [])),
    state: computed(() => list.state.value.phase),
    isWriting,
    added,
    draft: drafts.of,
    load: () => (customer.peek() === null ? Promise.resolve() : list.load()),
    heard(customerId) {
      if (isOpen(customerId)) void list.load()
    },
    async add(customerId, text) {
      // Others may have deleted it by the time of the answer: whatever is said until then is asked for after it.
      await list.merge(
        async () => {
          const { data } = await keyed([customerId, text], (options) =>
            api(sellerAddNote, { params: { customer: customerId }, body: { text } }, options),
          )
          const draft = drafts.of(customerId)
          if (draft.peek() === text) draft.value = ''
          if (isOpen(customerId)) added.value = data.id
          return data
        },
        (all, note) => (all.some(({ id }) => id === note.id) ? all : [...all, note]),
      )
    },
    async remove(customerId, note) {
      await api(sellerDeleteNote, { params: { customer: customerId, note } })
      if (isOpen(customerId)) list.change((all) => all.filter(({ id }) => id !== note))
    },
    dispose() {
      endOpening()
      endFollowing()
      list.reset()
      drafts.end()
    },
  }
}
