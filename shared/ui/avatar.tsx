/** A round picture of an account or a person: the logo, else the first letter, else `#`. Decorative. */
import { useState } from 'react'
import { classNames } from './class-names.ts'

export interface AvatarProps {
  name: string
  /** Address of the logo; one that does not load gives way to the letter. */
  logo?: string | null
  /** The tint is chosen by it, so one account looks the same everywhere. */
  id: number
  /** Diameter in px. */
  size?: 24 | 28 | 32 | 40
  /** A name for `::part`, inside a shadow root. */
  part?: string
}

const TINTS = ['bg-tint-1', 'bg-tint-2', 'bg-tint-3', 'bg-tint-4', 'bg-tint-5'] as const
const SIZES = {
  24: 'size-6 text-2xs',
  28: 'size-7 text-xs',
  32: 'size-8 text-sm',
  40: 'size-10 text-md',
} as const

export function Avatar({ name, logo, id, size = 40, part }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const letter = firstLetter(name)
  const isLogo = Boolean(logo) && broken !== logo
  return (
    <span
      part={part}
      aria-hidden="true"
      className={classNames(
        'inline-grid flex-none select-none place-items-center overflow-hidden rounded-full font-semibold leading-none text-text',
        SIZES[size],
        letter === '#' && !isLogo ? 'bg-active' : tintOf(id),
      )}
    >
      {isLogo ? (
        <img
          src={logo ?? undefined}
          alt=""
          className="size-full object-cover"
          onError={() => setBroken(logo ?? null)}
        />
      ) : (
        letter
      )}
    </span>
  )
}

function firstLetter(name: string): string {
  const [first] = name.trim()
  return first === undefined ? '#' : first.toLocaleUpperCase('en-US')
}

/** Neighbouring ids get different tints. */
function tintOf(id: number): string {
  return TINTS[Math.abs(id) % TINTS.length] ?? TINTS[0]
}
