/**
 * One photo over the whole window, with the others of its message beside it. A dialog of the browser, which keeps the focus in it and
 * gives it back. Arrows, Home and End turn, + and − zoom, Escape closes; two fingers zoom, one moves what is zoomed.
 */
import { ChevronLeft, ChevronRight, type LucideIcon, X, ZoomIn, ZoomOut } from 'lucide-react'
import {
  type CSSProperties,
  type KeyboardEvent,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { httpUrl } from '#shared/ui/http-url.ts'
import type { Attachment, Renew } from './attachment-model.ts'
import { useRenewed } from './use-renewed.ts'
import { useZoom } from './use-zoom.ts'

export interface ViewerProps {
  photos: readonly Attachment[]
  first: number
  renew: Renew
  onClose: () => void
}

const ZOOM_STEP = 1.5

export function PhotoViewer({ photos, first, renew, onClose }: ViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const closer = useRef<HTMLButtonElement>(null)
  const [at, setAt] = useState(first)
  const zoom = useZoom(at)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    closer.current?.focus()
  }, [])
  const last = photos.length - 1
  const photo = photos[at]
  if (!photo) return null
  const turnTo = (next: number) => setAt(Math.min(last, Math.max(0, next)))
  const onKeyDown = (event: KeyboardEvent) => {
    const end = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
    const next = { ArrowRight: at + end, ArrowLeft: at - end, Home: 0, End: last }[event.key]
    const factor = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }[event.key]
    // The thread behind it walks by the same keys.
    event.stopPropagation()
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (next === undefined && factor === undefined) return
    event.preventDefault()
    if (next !== undefined) turnTo(next)
    if (factor !== undefined) zoom.by(factor)
  }
  return (
    <dialog
      ref={dialog}
      data-viewer=""
      aria-label={`Photo ${at + 1} of ${photos.length}: ${photo.name}`}
      onKeyDown={onKeyDown}
      onClose={onClose}
    >
      <div>
        <div data-tools="" className="text-sm">
          <p dir="auto" aria-live="polite">
            {last > 0 ? `${at + 1} of ${photos.length} · ${photo.name}` : photo.name}
          </p>
          <Tool
            icon={ZoomOut}
            name="Zoom out"
            isOff={zoom.scale <= 1}
            onPress={() => zoom.by(1 / ZOOM_STEP)}
          />
          <Tool
            icon={ZoomIn}
            name="Zoom in"
            isOff={zoom.scale >= zoom.most}
            onPress={() => zoom.by(ZOOM_STEP)}
          />
          <Tool button={closer} icon={X} name="Close" onPress={() => dialog.current?.close()} />
        </div>
        <div data-stage="" ref={zoom.stage} {...zoom.handlers}>
          <Picture key={photo.id} photo={photo} renew={renew} style={zoom.style} />
          {last > 0 ? (
            <>
              <Tool
                icon={ChevronLeft}
                name="Previous photo"
                isOff={at === 0}
                onPress={() => turnTo(at - 1)}
              />
              <Tool
                icon={ChevronRight}
                name="Next photo"
                isOff={at === last}
                onPress={() => turnTo(at + 1)}
              />
            </>
          ) : null}
        </div>
      </div>
    </dialog>
  )
}

interface PictureProps {
  photo: Attachment
  renew: Renew
  style: CSSProperties
}

function Picture({ photo, renew, style }: PictureProps) {
  const { shown, onLoad, onError } = useRenewed(photo, renew)
  return (
    <img
      src={httpUrl(shown.url) ?? undefined}
      alt={photo.name}
      draggable={false}
      onLoad={onLoad}
      onError={onError}
      style={style}
    />
  )
}

interface ToolProps {
  icon: LucideIcon
  name: string
  /** It keeps its place and the focus. */
  isOff?: boolean
  button?: RefObject<HTMLButtonElement | null>
  onPress: () => void
}

const Tool = ({ icon: Icon, name, isOff = false, button, onPress }: ToolProps) => (
  <button
    ref={button}
    type="button"
    aria-label={name}
    aria-disabled={isOff || undefined}
    onClick={() => (isOff ? undefined : onPress())}
  >
    <Icon size={20} strokeWidth={1.75} aria-hidden="true" />
  </button>
)
