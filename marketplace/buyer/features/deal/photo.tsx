/** One picture of a deal. A drawing says so, and a picture that does not load keeps its place. */
import { ImageOff } from 'lucide-react'
import { usePicture } from '#marketplace/buyer/ui/deal/use-picture.ts'
import type { PropertyImageWire } from '#shared/contract/properties.ts'
import { classNames } from '#shared/ui/class-names.ts'

export interface PhotoProps {
  image: PropertyImageWire
  /** In the place of a missing caption. */
  fallbackName: string
  isEager?: boolean
  /** `cover` fills its place, `contain` shows all of the picture. */
  fit?: 'cover' | 'contain'
  /** The small version, where the picture is small. */
  isSmall?: boolean
}

export function Photo({ image, fallbackName, isEager = false, fit = 'cover', isSmall = false }: PhotoProps) {
  const src = isSmall ? (image.thumbnail ?? image.url) : image.url
  const { state, attempt, onError } = usePicture(src)
  const name = image.caption ?? fallbackName
  if (state === 'waiting') return <span role="img" aria-label={name} className="block size-full bg-sunken" />
  if (state === 'broken')
    return (
      <span
        role="img"
        aria-label={`${name}, could not be loaded`}
        className="grid size-full place-items-center bg-sunken text-text-3"
      >
        <ImageOff size={22} strokeWidth={1.75} aria-hidden="true" />
      </span>
    )
  return (
    <img
      key={attempt}
      src={src}
      alt={image.is_illustration ? `${name}, illustration` : name}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={onError}
      className={classNames('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  )
}
