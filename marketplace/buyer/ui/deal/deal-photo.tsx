/** The picture of a deal: its box stands before it loads, a picture that cannot be loaded says so, a drawing is called one. */
import { ImageOff } from 'lucide-react'
import { useState } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

export interface DealPhotoProps {
  /** Null: the seller gave none. */
  src: string | null
  /** Says the size of the box. */
  className?: string
  /** Large enough for the word that it is a drawing. */
  isLarge?: boolean
}

/** Pictures under this address are drawn, not photographed. */
export const isIllustration = (src: string | null): boolean => src?.includes('/drawings/') ?? false

/** Decorative: the deal beside it has the words. */
export function DealPhoto({ src, className, isLarge = false }: DealPhotoProps) {
  const [failed, setFailed] = useState<string | null>(null)
  const isShown = src !== null && src !== failed
  return (
    <span className={classNames('relative block overflow-hidden rounded-md bg-active', className)}>
      {isShown ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(src)}
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <span className="absolute inset-0 grid place-content-center justify-items-center gap-1 text-2xs text-text-3">
          <ImageOff size={18} strokeWidth={1.75} aria-hidden="true" />
          No picture
        </span>
      )}
      {isLarge && isShown && isIllustration(src) ? (
        <span className="absolute bottom-1.5 left-1.5 rounded-xs bg-overlay px-1.25 py-0.5 text-2xs text-text-2">
          Illustration
        </span>
      ) : null}
    </span>
  )
}
