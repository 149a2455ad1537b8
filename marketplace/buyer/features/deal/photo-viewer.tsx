/** Pictures and videos one by one over the whole window: swipe, arrow keys, a counter, captions. */
import useEmblaCarousel from 'embla-carousel-react'
import { ChevronLeft, ChevronRight, X } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useSeen } from '#marketplace/buyer/platform/use-seen.ts'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import type { Deal } from './deal.ts'
import { Photo } from './photo.tsx'

export interface PhotoViewerProps {
  deal: Deal
  index: number
  onIndex: (index: number) => void
  onClose: () => void
  /** Gets the focus back. */
  opener: RefObject<HTMLElement | null>
}

export default function PhotoViewer({ deal, index, onIndex, onClose, opener }: PhotoViewerProps) {
  const count = deal.images.length + deal.videos.length
  const dialog = useModalElement(opener)
  const strip = useStrip(index, onIndex)

  function key(event: KeyboardEvent) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (event.key === 'Home') onIndex(0)
    else if (event.key === 'End') onIndex(count - 1)
    else if (step === undefined) return
    else onIndex(Math.min(count - 1, Math.max(0, index + step)))
    event.preventDefault()
  }
  return (
    <dialog
      ref={dialog}
      aria-label="Photos"
      onKeyDown={key}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      className="m-0 h-dvh max-h-none w-full max-w-none grid-rows-[auto_minmax(0,1fr)_auto] bg-overlay p-0 text-text open:grid"
    >
      <div className="flex items-center justify-between gap-3 px-4 py-2.5">
        <p role="status" className="num font-label text-sm">
          {index + 1} of {count}
        </p>
        <IconButton aria-label="Close photos" onClick={onClose}>
          <X size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </div>
      <div ref={strip} className="min-h-0 overflow-hidden">
        <ul className="flex h-full">
          {deal.images.map((image, at) => (
            <li key={image.id} aria-hidden={at !== index} className="h-full min-w-0 flex-[0_0_100%] px-2">
              <Slide deal={deal} at={at} isShown={at === index} isNear={Math.abs(at - index) <= 1} />
            </li>
          ))}
          {deal.videos.map((video, at) => (
            <li key={video.id} className="grid h-full min-w-0 flex-[0_0_100%] place-items-center px-2">
              {Math.abs(deal.images.length + at - index) <= 1 ? (
                // biome-ignore lint/a11y/useMediaCaption: sellers' walk-throughs come without captions.
                <video
                  src={video.url}
                  poster={video.poster ?? undefined}
                  controls
                  preload="metadata"
                  className="max-h-full max-w-full"
                />
              ) : null}
            </li>
          ))}
        </ul>
      </div>
      <Footer deal={deal} index={index} count={count} onIndex={onIndex} />
    </dialog>
  )
}

interface FooterProps {
  deal: Deal
  index: number
  count: number
  onIndex: (index: number) => void
}

function Footer({ deal, index, count, onIndex }: FooterProps) {
  const shown = deal.images[index] ?? deal.videos[index - deal.images.length]
  const isDrawn = deal.images[index]?.is_illustration ?? false
  return (
    <div className="flex items-center gap-2 px-4 py-2.5 pb-[calc(0.625rem+env(safe-area-inset-bottom))]">
      <IconButton
        aria-label="Previous photo"
        aria-disabled={index === 0}
        onClick={() => onIndex(Math.max(0, index - 1))}
      >
        <ChevronLeft size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
      <p className="min-w-0 flex-1 truncate text-center text-sm text-text-2">
        {shown?.caption ?? deal.headline}
        {isDrawn ? ' · Illustration' : ''}
      </p>
      <IconButton
        aria-label="Next photo"
        aria-disabled={index === count - 1}
        onClick={() => onIndex(Math.min(count - 1, index + 1))}
      >
        <ChevronRight size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </div>
  )
}

/** Only the shown picture and its neighbors are fetched. */
function Slide({ deal, at, isShown, isNear }: { deal: Deal; at: number; isShown: boolean; isNear: boolean }) {
  const frame = useRef<HTMLDivElement>(null)
  const image = deal.images[at]
  useSeen(frame, isShown && image ? { propertyId: deal.id, imageId: image.id } : null)
  return (
    <div ref={frame} className="size-full">
      {image && isNear ? (
        <Photo image={image} fallbackName={deal.headline} fit="contain" isEager={isShown} />
      ) : null}
    </div>
  )
}

/** The strip follows the index and the finger; the finger's choice is told. */
function useStrip(index: number, onIndex: (index: number) => void) {
  const isCalm = window.matchMedia('(prefers-reduced-motion: reduce)').matches
  const [frame, strip] = useEmblaCarousel({ startIndex: index, duration: isCalm ? 0 : 18 })
  useEffect(() => {
    if (!strip) return
    const settled = () => onIndex(strip.selectedScrollSnap())
    strip.on('select', settled)
    return () => void strip.off('select', settled)
  }, [strip, onIndex])
  useEffect(() => {
    if (strip && strip.selectedScrollSnap() !== index) strip.scrollTo(index, isCalm)
  }, [strip, index, isCalm])
  return frame
}

function useModalElement(opener: RefObject<HTMLElement | null>): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    const back = opener.current
    element?.showModal()
    return () => {
      element?.close()
      back?.focus({ preventScroll: true })
    }
  }, [opener])
  return dialog
}
