/** The picture of a deal. Its box keeps its size before the picture loads. It says when there is none, and that a drawing is one. */
import { ImageOff } from 'lucide-react'
import { classNames } from '#shared/ui/class-names.ts'
import { usePicture } from './use-picture.ts'

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
  const { state, attempt, onError } = usePicture(src)
  const isShown = src !== null && state === 'shown'
  return (
    <span className={classNames('relative block overflow-hidden rounded-md bg-active', className)}>
      {isShown ? (
        <img
          key={attempt}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={onError}
          className="absolute inset-0 size-full object-cover"
        />
      ) : state === 'waiting' ? null : (
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
