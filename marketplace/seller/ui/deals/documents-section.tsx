/** The documents of a deal, with who may read each, and its videos, which lie elsewhere. */
import { useSignals } from '@preact/signals-react/runtime'
import { useState } from 'react'
import * as z from 'zod/mini'
import { focusWrong } from '#marketplace/kit/attempt.ts'
import { useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { GATE_WORDS, KIND_WORDS, optionsOf } from '#marketplace/seller/deals/deal-labels.ts'
import { hiddenPlaceOf } from '#marketplace/seller/deals/street-warning.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { ChooseFiles } from '#marketplace/seller/ui/upload-rows.tsx'
import { useUploads } from '#marketplace/seller/ui/use-uploads.ts'
import { DOCUMENT_GATES, type SellerDealWire } from '#shared/contract/seller-listing.ts'
import {
  DOCUMENT_KINDS,
  sellerAddDocument,
  sellerAddVideo,
  sellerChangeDocument,
  sellerRemoveDocument,
  sellerRemoveVideo,
} from '#shared/contract/seller-listing-files.ts'
import { Button } from '#shared/ui/button.tsx'
import { Section, SelectField, TextField, TWO_COLUMNS } from './fields.tsx'

interface DocumentsProps {
  editor: DealEditor
  deal: SellerDealWire
}

const PAPERS = 'application/pdf,image/jpeg,image/png'
const KINDS = optionsOf(KIND_WORDS)
const GATES = optionsOf(GATE_WORDS)
const kindOf = (value: string) => DOCUMENT_KINDS.find((one) => one === value) ?? 'other'
const gateOf = (value: string) => DOCUMENT_GATES.find((one) => one === value) ?? null

export function DocumentsSection({ store, editor, deal }: DocumentsProps & { store: SellerStore }) {
  const [kind, setKind] = useState('survey')
  const [gate, setGate] = useState('login')
  const queue = useUploads(store.sendFile, {
    path: sellerAddDocument.path.replace('{deal}', String(deal.id)),
    field: 'document',
    extra: { kind, ...(gate === '' ? {} : { gate }) },
    onUploaded: (reply) => {
      const parsed = z.safeDecode(sellerAddDocument.reply, reply as never)
      if (parsed.success) editor.take(parsed.data.data)
    },
  })
  return (
    <>
      <Section
        title="Documents"
        intro="While the street is hidden, only buyers who were given the address can read any of them."
      >
        <div className={TWO_COLUMNS}>
          <SelectField label="Kind of the next document" options={KINDS} value={kind} onChange={setKind} />
          <SelectField
            label="Who may read it"
            none="Everybody"
            options={GATES}
            value={gate}
            onChange={setGate}
          />
        </div>
        <ChooseFiles
          queue={queue}
          isMany
          label="Add documents"
          hint="or drop them here. PDF, JPEG or PNG, at most 15 MB each."
          accept={PAPERS}
        />
        <Documents editor={editor} deal={deal} />
      </Section>
      <Videos editor={editor} deal={deal} />
    </>
  )
}

function Documents({ editor, deal }: DocumentsProps) {
  if (deal.documents.length === 0) return null
  return (
    <ul
      aria-label="Documents"
      className="rounded-md border border-line [&>li+li]:border-line [&>li+li]:border-t"
    >
      {deal.documents.map((document) => (
        <li key={document.id} className="grid gap-3 px-4 py-3">
          <DocumentRow editor={editor} deal={deal} document={document} />
        </li>
      ))}
    </ul>
  )
}

function DocumentRow({
  editor,
  deal,
  document,
}: DocumentsProps & { document: SellerDealWire['documents'][number] }) {
  useSignals()
  const [title, setTitle] = useState(document.title)
  const isRenamed = title.trim() !== '' && title.trim() !== document.title
  useUnsavedWhile(isRenamed)
  const params = { deal: deal.id, document: document.id }
  const part = `document.${document.id}`
  const change = async (more: { kind?: string; gate?: string }) => {
    const body = {
      title: title.trim() || document.title,
      kind: kindOf(more.kind ?? document.kind),
      gate: more.gate === undefined ? (document.gate ?? null) : gateOf(more.gate),
    }
    if (!(await editor.run((api) => api(sellerChangeDocument, { params, body }), part))) focusWrong()
  }
  return (
    <div className="flex flex-wrap items-end gap-3 [&>div]:min-w-44 [&>div]:flex-1">
      {document.is_quarantined ? (
        <p className="w-full text-sm text-warn-text">Being checked for viruses. Buyers do not see it yet.</p>
      ) : null}
      <TextField
        label="Title"
        maxLength={120}
        hides={hiddenPlaceOf(deal.fields)}
        value={title}
        error={editor.errors.value[`${part}.title`]}
        onChange={(text) => {
          setTitle(text)
          editor.forget(part)
        }}
      />
      <SelectField
        label="Kind"
        options={KINDS}
        value={kindOf(document.kind)}
        onChange={(kind) => void change({ kind })}
      />
      <SelectField
        label="Who may read it"
        none="Everybody"
        options={GATES}
        value={document.gate ?? ''}
        onChange={(gate) => void change({ gate })}
      />
      <Button disabled={!isRenamed} onClick={() => void change({})}>
        Save title
      </Button>
      <Button
        aria-label={`Remove ${document.title}`}
        onClick={() => void editor.run((api) => api(sellerRemoveDocument, { params }))}
      >
        Remove
      </Button>
    </div>
  )
}

function Videos({ editor, deal }: DocumentsProps) {
  useSignals()
  const [url, setUrl] = useState('')
  useUnsavedWhile(url.trim() !== '')
  const add = async () => {
    const body = { url: url.trim() }
    const isDone = await editor.run(
      (api) => api(sellerAddVideo, { params: { deal: deal.id }, body }),
      'video',
    )
    if (isDone) setUrl('')
    else focusWrong()
  }
  return (
    <Section title="Videos" intro="A video stays where it is; its address is shown on the page.">
      {deal.videos.length === 0 ? null : (
        <ul aria-label="Videos" className="grid gap-2">
          {deal.videos.map((video) => (
            <li key={video.id} className="flex items-center gap-3 text-sm">
              <span className="min-w-0 flex-1 truncate">{video.url}</span>
              <Button
                size="sm"
                aria-label={`Remove ${video.url}`}
                onClick={() =>
                  void editor.run((api) =>
                    api(sellerRemoveVideo, { params: { deal: deal.id, video: video.id } }),
                  )
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="flex flex-wrap items-end gap-3 [&>div]:min-w-60 [&>div]:flex-1"
        onSubmit={(event) => {
          event.preventDefault()
          void add()
        }}
      >
        <TextField
          type="url"
          label="Address of a video"
          placeholder="https://"
          value={url}
          error={editor.errors.value['video.url']}
          onChange={(text) => {
            setUrl(text)
            editor.forget('video')
          }}
        />
        <Button type="submit" disabled={url.trim() === ''}>
          Add video
        </Button>
      </form>
    </Section>
  )
}
