/** One picture of a deal: drawn ones say so, and one that does not load leaves its place standing. */
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
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
  const [isBroken, setBroken] = useState(false)
  const name = image.caption ?? fallbackName
  if (isBroken)
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
      src={isSmall ? (image.thumbnail ?? image.url) : image.url}
      alt={image.is_illustration ? `${name}, illustration` : name}
      loading={isEager ? 'eager' : 'lazy'}
      fetchPriority={isEager ? 'high' : 'auto'}
      decoding="async"
      draggable={false}
      onError={() => setBroken(true)}
      className={classNames('size-full', fit === 'cover' ? 'object-cover' : 'object-contain')}
    />
  )
}
