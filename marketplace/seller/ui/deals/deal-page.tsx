/** One deal's editor: its state and what may be done with it on top, then its parts. */
import { useSignals } from '@preact/signals-react/runtime'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import type { DeskStore } from '#marketplace/seller/seller-model.ts'
import type { DeskDealWire } from '#shared/contract/desk-listing.ts'
import { hashOf } from '#shared/contract/desk-places.ts'
import { Button } from '#shared/ui/button.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'
import { CompletenessPanel } from './completeness-panel.tsx'
import { DealActions } from './deal-actions.tsx'
import { DocumentsSection } from './documents-section.tsx'
import { FactsSections } from './facts-sections.tsx'
import { FiguresSection } from './figures-section.tsx'
import { HistorySection } from './history-section.tsx'
import { PhotosSection } from './photos-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { SalesSection } from './sales-section.tsx'
import { VisitsSection } from './visits-section.tsx'

export function DealPage({ desk, dealId }: { desk: DeskStore; dealId: number }) {
  useSignals()
  const editor = useEditor(desk, dealId)
  const deal = editor?.deal.value ?? null
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-260 px-4 pb-16">
        <p className="py-3 text-sm">
          <a
            href={hashOf({ kind: 'deals' })}
            className="inline-flex items-center gap-1.5 text-accent-text hover:underline"
          >
            <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" /> All deals
          </a>
        </p>
        {editor && deal ? <Parts desk={desk} editor={editor} deal={deal} /> : <Waiting editor={editor} />}
      </div>
    </div>
  )
}

/** Made in an effect, so that one that React throws away unused is disposed of as well. */
function useEditor(desk: DeskStore, dealId: number): DealEditor | null {
  const [editor, setEditor] = useState<DealEditor | null>(null)
  useEffect(() => {
    const made = desk.edit(dealId)
    setEditor(made)
    void made.load()
    return made.dispose
  }, [desk, dealId])
  useEffect(() => {
    if (!editor) return
    const ask = (event: BeforeUnloadEvent) => {
      if (editor.saving.peek() !== 'saved') event.preventDefault()
    }
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [editor])
  return editor
}

function Waiting({ editor }: { editor: DealEditor | null }) {
  useSignals()
  switch (editor?.state.value) {
    case 'gone':
      return <p>There is no such deal at this desk.</p>
    case 'failed':
      return (
        <div className="grid justify-items-start gap-3">
          <p>The deal could not be loaded.</p>
          <Button onClick={() => void editor.load()}>Try again</Button>
        </div>
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
  desk: DeskStore
  editor: DealEditor
  deal: DeskDealWire
}

function Parts({ desk, editor, deal }: PartProps) {
  const isSeen = deal.listing !== 'draft'
  return (
    <>
      <DealActions desk={desk} editor={editor} deal={deal} />
      <CompletenessPanel editor={editor} deal={deal} />
      {isSeen ? <FiguresSection desk={desk} deal={deal} /> : null}
      <PlaceSection editor={editor} deal={deal} />
      <FactsSections desk={desk} editor={editor} />
      <PhotosSection desk={desk} editor={editor} deal={deal} />
      <DocumentsSection desk={desk} editor={editor} deal={deal} />
      <VisitsSection desk={desk} editor={editor} deal={deal} />
      <SalesSection desk={desk} deal={deal} />
      {isSeen ? <HistorySection deal={deal} /> : null}
    </>
  )
}
