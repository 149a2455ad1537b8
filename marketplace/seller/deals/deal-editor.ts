/**
 * One deal being edited: what is typed, what is saved, and what the server said against it. A draft saves itself a moment after the
 * last key; a deal that buyers see is saved by a button. No React and no DOM.
 */
import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-react'
import { formMessage, sayFailure } from '#marketplace/kit/attempt.ts'
import { errorText } from '#marketplace/kit/error-text.ts'
import { isUnknown, type LoadState } from '#marketplace/seller/load-state.ts'
import { ApiError } from '#shared/api/api-error.ts'
import type { Api } from '#shared/api/client.ts'
import type { DealStatus } from '#shared/contract/properties.ts'
import { sellerSetDealStatus } from '#shared/contract/seller-deals.ts'
import {
  type DealFields,
  type SellerDealWire,
  sellerDealForEdit,
  sellerDeleteDraft,
  sellerPublishDeal,
  sellerSaveDeal,
} from '#shared/contract/seller-listing.ts'
import { type Completeness, completenessOf } from '#shared/rules/deals/completeness.ts'
import { plainDescription } from '#shared/rules/deals/description-text.ts'
import { beginDeal } from './deal-rows.ts'
import { NEW_DEAL } from './new-deal.ts'

export interface DealEditor {
  readonly deal: ReadonlySignal<SellerDealWire | null>
  readonly state: ReadonlySignal<LoadState | 'gone'>
  /** As typed, saved or not. */
  readonly fields: ReadonlySignal<DealFields | null>
  readonly saving: ReadonlySignal<'saved' | 'unsaved' | 'saving' | 'failed'>
  /** What is wrong, by field. */
  readonly errors: ReadonlySignal<Readonly<Record<string, string>>>
  readonly errorMessage: ReadonlySignal<string | null>
  readonly completeness: ReadonlySignal<Completeness | null>
  load(): Promise<void>
  set(change: Partial<DealFields>): void
  /** True when nothing is left to be saved. */
  save(): Promise<boolean>
  /** Saves a draft at once, e.g. when a field is left. Nothing is saved again after a refusal until it is changed. */
  saveDraft(): void
  publish(): Promise<boolean>
  setStatus(status: DealStatus | 'removed'): Promise<boolean>
  throwAway(): Promise<boolean>
  /**
   * Any other call that answers with the deal, e.g. about its photos. What is typed stays. Errors of a `part` have its name before
   * theirs, e.g. `video.url`.
   */
  run(call: (api: Api) => Promise<{ data: SellerDealWire }>, part?: string): Promise<boolean>
  /** What was wrong with a `part`, which has changed or is closed. */
  forget(part: string): void
  /** An answer that came by another way, e.g. of an upload. */
  take(deal: SellerDealWire): void
  dispose(): void
}

const AUTOSAVE_MS = 800

type Change = Partial<DealFields>

/** Without an id: a new deal. The draft is made when something is saved for the first time. */
export function createDealEditor(api: Api, id: number | null, after = scheduleAfter): DealEditor {
  const deal = signal<SellerDealWire | null>(null)
  const state = signal<LoadState | 'gone'>('loading')
  const { errors, errorMessage, fail } = createFieldErrors(() =>
    Object.keys(deal.peek()?.fields ?? {}).filter((name) => !UNPLACED.includes(name)),
  )
  const unsaved = createUnsaved(put, fail)
  const { typed, save } = unsaved
  const fields = computed(() => (deal.value ? { ...asWritten(deal.value.fields), ...typed.value } : null))
  const completeness = computed(() => {
    if (!deal.value || !fields.value) return null
    const photos = deal.value.images.filter((image) => !image.is_illustration).length
    return completenessOf(fields.value, { photos, documents: deal.value.documents.length })
  })
  const key = globalThis.crypto.randomUUID()
  const paramsOf = async () => {
    id ??= await beginDeal(api, key)
    return { deal: id }
  }
  let cancel: () => void = () => {}

  /** Two uploads may be answered in another order than they were done in: the older answer knows less. */
  const isOld = ({ updated_at: at }: SellerDealWire) => (at ?? '') < (deal.peek()?.updated_at ?? '')
  const take = (next: SellerDealWire) => {
    if (isOld(next)) return
    deal.value = next
    state.value = 'ready'
  }
  const forget = (part: string) => {
    batch(() => {
      errors.value = without(errors.peek(), (name) => name.startsWith(`${part}.`))
      errorMessage.value = null
    })
  }
  const act = async (work: () => Promise<void>, part?: string): Promise<boolean> => {
    if (part) forget(part)
    try {
      await work()
      errorMessage.value = null
      return true
    } catch (error) {
      fail(error, part)
      return false
    }
  }
  async function put(change: Change): Promise<void> {
    const { data } = await api(sellerSaveDeal, { params: await paramsOf(), body: change })
    batch(() => {
      take(data)
      unsaved.drop(change)
      errorMessage.value = null
    })
  }
  const saveAtOnce = (): Promise<boolean> => {
    cancel()
    return save()
  }

  return {
    deal,
    state,
    fields,
    saving: unsaved.saving,
    errors,
    errorMessage,
    completeness,
    save: saveAtOnce,
    saveDraft() {
      if (deal.peek()?.listing === 'draft' && unsaved.saving.peek() !== 'failed') void saveAtOnce()
    },
    take,
    async load() {
      try {
        take(id === null ? NEW_DEAL : (await api(sellerDealForEdit, { params: { deal: id } })).data)
      } catch (error) {
        const isGone = error instanceof ApiError && isUnknown(error.failure)
        if (!deal.peek()) state.value = isGone ? 'gone' : 'failed'
      }
    },
    set(change) {
      batch(() => {
        unsaved.add(change)
        errors.value = without(errors.peek(), (name) => name in change)
      })
      cancel()
      if (deal.peek()?.listing === 'draft') cancel = after(AUTOSAVE_MS, () => void saveAtOnce())
    },
    async publish() {
      if (!(await saveAtOnce())) return false
      return act(async () => {
        errors.value = {}
        take((await api(sellerPublishDeal, { params: await paramsOf(), body: {} })).data)
      })
    },
    setStatus: (status) =>
      act(async () => {
        const params = await paramsOf()
        await api(sellerSetDealStatus, { params: { property: params.deal }, body: { status } })
        take((await api(sellerDealForEdit, { params })).data)
      }),
    throwAway: () =>
      act(async () => {
        cancel()
        typed.value = {}
        // A save under way may be making it.
        await unsaved.settled()
        if (id !== null) await api(sellerDeleteDraft, { params: await paramsOf() })
      }),
    run: (call, part) => act(async () => take((await call(api)).data), part),
    forget,
    /** What is typed and not saved yet still goes out. */
    dispose() {
      if (deal.peek()?.listing === 'draft') void saveAtOnce()
      cancel()
    },
  }
}

const asWritten = (fields: DealFields): DealFields => ({
  ...fields,
  description: plainDescription(fields.description),
})

/** Boxes of a deal, which have no error line. */
const UNPLACED: readonly string[] = ['tags', 'is_street_shown', 'address_rule']

/** Fields of a part that have an error line. */
const PLACED: Readonly<Record<string, readonly string[]>> = {
  document: ['title'],
  video: ['url'],
  visit: ['start', 'end', 'capacity', 'host_id', 'access_notes'],
}

/** `ofDeal` names the fields of the deal that have an error line. */
function createFieldErrors(ofDeal: () => readonly string[]) {
  const errors = signal<Readonly<Record<string, string>>>({})
  const errorMessage = signal<string | null>(null)
  return {
    errors,
    errorMessage,
    /** Shows what the server said. Returns the fields it named. */
    fail(error: unknown, part?: string): string[] {
      const said =
        error instanceof ApiError ? sayFailure(error.failure) : { fields: {}, message: errorText(error) }
      const placed = part ? PLACED[part.split('.')[0] ?? ''] : ofDeal()
      const named = Object.entries(said.fields).map(
        ([field, text]) => [part ? `${part}.${field}` : field, text] as const,
      )
      batch(() => {
        errors.value = { ...errors.peek(), ...Object.fromEntries(named) }
        errorMessage.value = formMessage(said, placed)
      })
      return named.map(([field]) => field)
    },
  }
}

/** What is typed and not saved yet. `put` saves and drops it; `fail` returns the refused fields. */
function createUnsaved(put: (change: Change) => Promise<void>, fail: (error: unknown) => string[]) {
  const typed = signal<Change>({})
  const isSaving = signal(false)
  const hasFailed = signal(false)
  /** One save at a time, so that an older text never overtakes a newer one. */
  let running: Promise<boolean> = Promise.resolve(true)

  /** A field that is refused keeps no other from being saved. */
  async function saveNow(): Promise<boolean> {
    const change = typed.peek()
    if (isEmpty(change)) return true
    isSaving.value = true
    hasFailed.value = false
    try {
      await put(change)
    } catch (error) {
      hasFailed.value = true
      const refused = fail(error)
      const rest = without(change, (name) => refused.includes(name))
      if (refused.length > 0 && !isEmpty(rest)) await put(rest).catch(fail)
    } finally {
      isSaving.value = false
    }
    return isEmpty(typed.peek())
  }

  return {
    typed,
    saving: computed(() => {
      if (isSaving.value) return 'saving' as const
      if (isEmpty(typed.value)) return 'saved' as const
      return hasFailed.value ? ('failed' as const) : ('unsaved' as const)
    }),
    add(change: Change) {
      typed.value = { ...typed.peek(), ...change }
      hasFailed.value = false
    },
    /** What was typed while the answer was on its way is newer. */
    drop(saved: Change) {
      typed.value = without(typed.peek(), (name, value) => name in saved && value === saved[name])
    },
    save(): Promise<boolean> {
      running = running.then(saveNow)
      return running
    },
    settled: (): Promise<unknown> => running,
  }
}

const isEmpty = (change: Change) => Object.keys(change).length === 0

function without<T extends object>(from: T, isGone: (name: keyof T & string, value: unknown) => boolean): T {
  return Object.fromEntries(
    Object.entries(from).filter(([name, value]) => !isGone(name as keyof T & string, value)),
  ) as T
}

function scheduleAfter(ms: number, work: () => void): () => void {
  const timer = setTimeout(work, ms)
  return () => clearTimeout(timer)
}
