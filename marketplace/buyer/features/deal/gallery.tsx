/** The pictures above the page: a mosaic on wide screens, the first one on phones, and the viewer behind both. */
import { Images } from 'lucide-react'
import { type RefObject, Suspense, useRef } from 'react'
import { useSeen } from '#marketplace/buyer/platform/use-seen.ts'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import type { PropertyImageWire } from '#shared/contract/properties.ts'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import type { Deal } from './deal.ts'
import { Photo } from './photo.tsx'
import { usePhotoAddress } from './use-photo-address.ts'

const PhotoViewer = lazyPart(() => import('./photo-viewer.tsx'))

const TILES = 5

export function Gallery({ deal }: { deal: Deal }) {
  const { images, videos } = deal
  const address = usePhotoAddress(images.length + videos.length)
  const opener = useRef<HTMLElement>(null)
  if (images.length === 0) return <div aria-hidden="true" className="h-24 bg-sunken desk:rounded-lg" />
  const open = (index: number) => (element: HTMLElement) => {
    opener.current = element
    address.open(index)
  }
  return (
    <section aria-label="Photos" className="relative">
      <div
        className={classNames(
          'grid h-66 gap-1.5 overflow-hidden print:h-56 desk:h-85.5 desk:rounded-lg',
          images.length >= TILES ? 'desk:grid-cols-[2fr_1fr_1fr] desk:grid-rows-2' : '',
        )}
      >
        {images.slice(0, images.length >= TILES ? TILES : 1).map((image, index) => (
          <Tile key={image.id} deal={deal} image={image} index={index} onOpen={open(index)} />
        ))}
      </div>
      <IllustrationNote images={images} />
      <span className="absolute right-3 bottom-3 print:hidden">
        <button
          type="button"
          onClick={({ currentTarget }) => open(0)(currentTarget)}
          className={buttonClass({ size: 'sm' })}
        >
          <Images size={14} strokeWidth={1.75} aria-hidden="true" />
          {countWords(images.length, videos.length)}
        </button>
      </span>
      {address.index === null ? null : (
        <Suspense>
          <PhotoViewer
            deal={deal}
            opener={opener}
            index={address.index}
            onIndex={address.show}
            onClose={address.close}
          />
        </Suspense>
      )}
    </section>
  )
}

interface TileProps {
  deal: Deal
  image: PropertyImageWire
  index: number
  onOpen: (element: HTMLElement) => void
}

function Tile({ deal, image, index, onOpen }: TileProps) {
  const frame: RefObject<HTMLButtonElement | null> = useRef(null)
  useSeen(frame, { propertyId: deal.id, imageId: image.id })
  return (
    <button
      ref={frame}
      type="button"
      aria-label={`Photo ${index + 1} of ${deal.images.length}${image.caption ? `: ${image.caption}` : ''}`}
      onClick={({ currentTarget }) => onOpen(currentTarget)}
      className={classNames(
        'min-h-0 min-w-0 cursor-pointer overflow-hidden bg-sunken focus-visible:-outline-offset-2',
        index === 0 ? 'desk:row-span-2' : 'max-desk:hidden',
      )}
    >
      <Photo image={image} fallbackName={deal.headline} isEager={index === 0} isSmall={index > 0} />
    </button>
  )
}

function IllustrationNote({ images }: { images: readonly PropertyImageWire[] }) {
  if (!images.some((image) => image.is_illustration)) return null
  return (
    <p className="absolute bottom-3 left-3 rounded-md bg-overlay px-2 py-1 text-text-2 text-xs shadow-pop">
      Illustration
    </p>
  )
}

export function countWords(photos: number, videos: number): string {
  const first = photos === 1 ? '1 photo' : `${photos} photos`
  if (videos === 0) return first
  return `${first}, ${videos === 1 ? '1 video' : `${videos} videos`}`
}
