/** The photos of a deal: added, put in order by dragging or by keyboard, captioned, taken away. The first is the cover. */
import { ArrowLeft, ArrowRight, Star, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import * as z from 'zod/mini'
import { useSavingWhile, useUnsavedWhile } from '#marketplace/kit/use-unsaved.ts'
import type { DealEditor } from '#marketplace/seller/deals/deal-editor.ts'
import { hiddenPlaceOf } from '#marketplace/seller/deals/street-warning.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { ChooseFiles } from '#marketplace/seller/ui/upload-rows.tsx'
import { useUploads } from '#marketplace/seller/ui/use-uploads.ts'
import type { SellerDealWire, SellerImageWire } from '#shared/contract/seller-listing.ts'
import {
  sellerAddImage,
  sellerArrangeImages,
  sellerCaptionImage,
  sellerRemoveImage,
} from '#shared/contract/seller-listing-files.ts'
import type { StreetPlace } from '#shared/rules/deals/redaction/redact-street.ts'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { AdviceNote } from '../advice-note.tsx'
import { Section, StreetNote } from './fields.tsx'

interface PhotosProps {
  store: SellerStore
  editor: DealEditor
  deal: SellerDealWire
}

const PICTURES = 'image/jpeg,image/png,image/webp'

export const PhotosSection = (props: PhotosProps) => (
  <Section
    title="Photos"
    intro="The first one is the cover. What the camera wrote into a photo, such as its place, is not kept."
  >
    <PhotoFields {...props} />
  </Section>
)

export function PhotoFields({ store, editor, deal }: PhotosProps) {
  const queue = useUploads(store.sendFile, {
    path: sellerAddImage.path.replace('{deal}', String(deal.id)),
    field: 'photo',
    onUploaded: (reply) => {
      const parsed = z.safeDecode(sellerAddImage.reply, reply as never)
      if (parsed.success) editor.take(parsed.data.data)
    },
  })
  return (
    <>
      <ChooseFiles
        queue={queue}
        isMany
        label="Add photos"
        hint="or drop them here. JPEG, PNG or WebP, at most 15 MB each."
        accept={PICTURES}
      />
      <Photos editor={editor} deal={deal} />
    </>
  )
}

/** The list moved so that `from` stands at `to`. */
export function movedTo<T>(list: readonly T[], from: number, to: number): T[] {
  const rest = list.filter((_, index) => index !== from)
  const moved = list[from]
  if (moved === undefined) return [...list]
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

function Photos({ editor, deal }: Omit<PhotosProps, 'store'>) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [said, setSaid] = useState('')
  const { images } = deal
  const move = async (from: number, to: number) => {
    if (from === to || to < 0 || to >= images.length) return
    const ids = movedTo(images, from, to).map(({ id }) => id)
    const isDone = await editor.run((api) =>
      api(sellerArrangeImages, { params: { deal: deal.id }, body: { ids } }),
    )
    setSaid(isDone ? `Photo ${from + 1} is now photo ${to + 1} of ${images.length}.` : '')
  }
  return (
    <>
      <ul aria-label="Photos" className="grid grid-cols-[repeat(auto-fill,minmax(min(12rem,45%),1fr))] gap-4">
        {images.map((image, index) => (
          <li
            key={image.id}
            draggable
            onDragStart={() => setDragged(index)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => {
              if (dragged !== null) event.preventDefault()
            }}
            onDrop={(event) => {
              event.preventDefault()
              if (dragged !== null) void move(dragged, index)
            }}
            className={classNames('grid content-start gap-2', dragged === index && 'opacity-50')}
          >
            <Photo
              editor={editor}
              deal={deal}
              image={image}
              index={index}
              onMove={(to) => void move(index, to)}
            />
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </>
  )
}

interface PhotoProps extends Omit<PhotosProps, 'store'> {
  image: SellerImageWire
  index: number
  onMove: (to: number) => void
}

function Photo({ editor, deal, image, index, onMove }: PhotoProps) {
  const last = deal.images.length - 1
  const name = `photo ${index + 1}`
  const params = { deal: deal.id, image: image.id }
  return (
    <>
      <div className="relative">
        <img
          src={image.thumbnail ?? image.url}
          alt={image.caption || `Photo ${index + 1}`}
          draggable={false}
          className="aspect-[4/3] w-full rounded-md bg-sunken object-cover"
        />
        {index === 0 ? <Mark>Cover</Mark> : image.is_illustration ? <Mark>Illustration</Mark> : null}
      </div>
      <div className="flex gap-1 *:px-1.75!">
        <Button
          size="sm"
          disabled={index === 0}
          aria-label={`Move ${name} forward`}
          onClick={() => onMove(index - 1)}
        >
          <ArrowLeft size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button
          size="sm"
          disabled={index === last}
          aria-label={`Move ${name} back`}
          onClick={() => onMove(index + 1)}
        >
          <ArrowRight size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button
          size="sm"
          disabled={index === 0}
          aria-label={`Make ${name} the cover`}
          onClick={() => onMove(0)}
        >
          <Star size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
        <Button
          size="sm"
          className="ms-auto"
          aria-label={`Remove ${name}`}
          onClick={() => void editor.run((api) => api(sellerRemoveImage, { params }))}
        >
          <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
        </Button>
      </div>
      <Caption
        key={image.caption}
        name={`Caption of ${name}`}
        caption={image.caption ?? ''}
        hides={hiddenPlaceOf(deal.fields)}
        onSave={(caption) => editor.run((api) => api(sellerCaptionImage, { params, body: { caption } }))}
      />
    </>
  )
}

const Mark = ({ children }: { children: string }) => (
  <span className="absolute start-2 top-2 rounded-sm bg-ink px-1.5 py-0.5 font-medium text-2xs text-on-ink">
    {children}
  </span>
)

interface CaptionProps {
  name: string
  caption: string
  /** The place that must not be told, while the street is hidden. */
  hides: StreetPlace | null
  /** Resolves when the server has answered, also when it was refused. */
  onSave: (text: string) => Promise<unknown>
}

/** Saved when it is left, or by Enter; until the server has it, leaving the page asks. */
function Caption({ name, caption, hides, onSave }: CaptionProps) {
  const id = useId()
  const [text, setText] = useState(caption)
  const [sent, setSent] = useState<string | null>(null)
  useUnsavedWhile(text.trim() !== caption.trim())
  useSavingWhile(sent !== null)
  const save = async () => {
    if (text.trim() === (sent ?? caption).trim()) return
    setSent(text.trim())
    await onSave(text.trim())
    setSent(null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: The button of the advice is still part of the field.
    <div
      className="contents"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) void save()
      }}
    >
      <input
        id={id}
        aria-label={name}
        aria-describedby={`${id}-advice`}
        placeholder="Caption"
        maxLength={120}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') void save()
        }}
        className="field-box"
      />
      {hides ? <StreetNote text={text} hides={hides} /> : null}
      <AdviceNote id={`${id}-advice`} fieldId={id} text={text} onChange={setText} />
    </div>
  )
}
