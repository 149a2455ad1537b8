/** Keeps what is typed: in this browser at once, on the server after a pause. One call at a time, the latest words last. */
import { type ReadonlySignal, signal } from '@preact/signals-core'
import { attempt } from '#marketplace/kit/attempt.ts'
import type { Api } from '#shared/api/client.ts'
import { createOffer, type OfferDetailWire } from '#shared/contract/offers.ts'
import type { Clock } from '#shared/lib/clock.ts'
import type { DraftKeeper } from './local-draft.ts'
import { draftTermsOf, type OfferForm } from './offer-form.ts'

/** `local`: only in this browser, because the server could not be told. `lost`: nowhere but on this page. */
export type Saving = 'none' | 'waiting' | 'saving' | 'saved' | 'local' | 'lost'

export interface Draft {
  readonly form: OfferForm
  readonly proofId: number | null
}

export interface DraftSaver {
  readonly saving: ReadonlySignal<Saving>
  /** The draft as the server has it. */
  readonly offer: ReadonlySignal<OfferDetailWire | null>
  keep(draft: Draft): void
  /** As another call answered it, e.g. with a file that was attached. */
  adopt(offer: OfferDetailWire): void
  /** The server has what was kept, or could not be told; nothing is on its way any more. */
  settle(): Promise<void>
  /** Nothing more goes to the server; what is on its way still comes in. */
  stop(): Promise<void>
}

export interface DraftSaverDeps {
  api: Api
  clock: Clock
  keeper: DraftKeeper
  propertyId: number
  /** See local-draft.ts. */
  key: () => string
  offer: OfferDetailWire | null
}

const PAUSE_MS = 1500

export function createDraftSaver({
  api,
  clock,
  keeper,
  propertyId,
  key,
  offer: known,
}: DraftSaverDeps): DraftSaver {
  const saving = signal<Saving>('none')
  const offer = signal(known)
  let latest: Draft | null = null
  let isKeptHere = true
  let underWay: Promise<void> | null = null
  let cancel = () => {}

  async function send(): Promise<void> {
    const draft = latest
    if (draft === null) return
    saving.value = 'saving'
    const body = {
      property_id: propertyId,
      is_draft: true,
      terms: draftTermsOf(draft.form),
      proof_id: draft.proofId,
    }
    const saved = await attempt(api(createOffer, { body }))
    if (saved.kind === 'done') offer.value = saved.value.data
    if (latest !== draft) return
    latest = saved.kind === 'done' ? null : draft
    saving.value = saved.kind === 'done' ? 'saved' : isKeptHere ? 'local' : 'lost'
  }

  async function flush(): Promise<void> {
    cancel()
    while (underWay !== null) await underWay
    if (latest === null) return
    underWay = send().finally(() => {
      underWay = null
    })
    await underWay
    // Words were typed while it was on its way.
    if (saving.peek() === 'waiting') schedule()
  }

  function schedule() {
    cancel()
    cancel = clock.after(PAUSE_MS, () => void flush())
  }

  return {
    saving,
    offer,
    keep(draft) {
      latest = draft
      isKeptHere = keeper.write({ ...draft, key: key(), savedAtMs: clock.now() })
      saving.value = 'waiting'
      schedule()
    },
    adopt(next) {
      offer.value = next
    },
    settle: flush,
    async stop() {
      latest = null
      cancel()
      while (underWay !== null) await underWay
    },
  }
}
