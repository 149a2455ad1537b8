/** One deal's editor: its state and what may be done with it on top, then its parts. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft } from 'lucide-react'
import { dayWords } from '#marketplace/kit/date-labels.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { STATUS_WORDS } from '#marketplace/seller/deals/deal-labels.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { NotLoaded } from '#marketplace/seller/ui/not-loaded.tsx'
import type { SellerDealWire } from '#shared/contract/seller-listing.ts'
import { hashOf } from '#shared/contract/seller-places.ts'
import { formatMoney } from '#shared/format/money.ts'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { CompletenessPanel } from './completeness-panel.tsx'
import { DealActions } from './deal-actions.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { FactsSections } from './facts-sections.tsx'
import { Section } from './fields.tsx'
import { FiguresSection } from './figures-section.tsx'
import { PhotosSection } from './photos-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { SalesSection } from './sales-section.tsx'
import { useEditor, useUnsavedDeal } from './use-editor.ts'
import { VisitsSection } from './visits-section.tsx'

export function DealPage({ store, dealId }: { store: SellerStore; dealId: number }) {
  useSignals()
  const editor = useEditor(store, dealId)
  const deal = editor?.deal.value ?? null
  return (
    <div data-scroller="" className="min-h-0 flex-1 overflow-y-auto">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: The fields inside it are saved when they are left. */}
      <div className="mx-auto max-w-260 px-4 pb-16" onBlur={() => void editor?.saveDraft()}>
        <p className="py-3 text-sm">
          <a
            href={hashOf({ kind: 'deals' })}
            className="inline-flex min-h-6 items-center gap-1.5 text-accent-text hover:underline"
          >
            <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" /> All deals
          </a>
        </p>
        {editor && deal ? <Parts store={store} editor={editor} deal={deal} /> : <Waiting editor={editor} />}
      </div>
    </div>
  )
}

function Waiting({ editor }: { editor: DealEditor | null }) {
  useSignals()
  switch (editor?.state.value) {
    case 'gone':
      return <NotLoaded title="Deal">This deal does not exist in your account.</NotLoaded>
    case 'failed':
      return (
        <NotLoaded title="Deal" onRetry={() => void editor.load()}>
          The deal could not be loaded.
        </NotLoaded>
      )
    default:
      return (
        <div role="status" className="grid gap-3">
          <span className="sr-only">Loading the deal</span>
          <Skeleton className="h-10 rounded-md" />
          <Skeleton className="h-80 rounded-md" />
        </div>
      )
  }
}

interface PartProps {
  store: SellerStore
  editor: DealEditor
  deal: SellerDealWire
}

function Parts({ store, editor, deal }: PartProps) {
  useSignals()
  const isSeen = deal.listing !== 'draft'
  useUnsavedDeal(editor, deal)
  return (
    <>
      <fieldset className="contents" disabled={!store.mayChange('deals')}>
        <DealActions store={store} editor={editor} deal={deal} />
        <CompletenessPanel store={store} editor={editor} deal={deal} />
      </fieldset>
      {/* A status that ends offers changes the figures. */}
      {isSeen ? <FiguresSection key={`${deal.listing} ${deal.status}`} store={store} deal={deal} /> : null}
      <fieldset className="contents" disabled={!store.mayChange('deals')}>
        <PlaceSection editor={editor} deal={deal} />
        <FactsSections store={store} editor={editor} />
        <PhotosSection store={store} editor={editor} deal={deal} />
        <DocumentsSection store={store} editor={editor} deal={deal} />
      </fieldset>
      <fieldset className="contents" disabled={!store.mayChange('reply')}>
        <VisitsSection store={store} editor={editor} deal={deal} />
      </fieldset>
      <fieldset className="contents" disabled={!store.mayChange('deals')}>
        <SalesSection store={store} deal={deal} />
      </fieldset>
      {isSeen ? <HistorySection deal={deal} /> : null}
    </>
  )
}

type Change = SellerDealWire['price_changes'][number]

/** Changes of a deal's price and status, the latest first. */
function HistorySection({ deal }: { deal: SellerDealWire }) {
  return (
    <Section title="History">
      {deal.price_changes.length === 0 ? (
        <p className="text-sm text-text-2">Nothing has changed yet.</p>
      ) : null}
      <ol className="grid gap-1.5 text-sm">
        {deal.price_changes.toReversed().map((change) => (
          <li key={`${change.at} ${change.kind}`} className="num flex gap-4">
            <time dateTime={change.at} className="w-28 text-text-2">
              {dayWords(change.at)}
            </time>
            <span>{wordsOf(change)}</span>
          </li>
        ))}
      </ol>
    </Section>
  )
}

function wordsOf({ kind, price, arv, status }: Change): string {
  if (kind === 'listed') return `Listed at ${formatMoney(price)}`
  if (kind === 'price') return `Price changed to ${formatMoney(price)}`
  if (kind === 'arv') return arv == null ? 'ARV taken away' : `ARV changed to ${formatMoney(arv)}`
  return status ? STATUS_WORDS[status] : 'Taken down'
}
