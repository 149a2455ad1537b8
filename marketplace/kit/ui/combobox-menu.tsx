/** What the comboboxes of the marketplace have in common: their box, their list of options, the marked part of a label. */
import { classNames } from '#shared/ui/class-names.ts'

/** The frame around a combobox's input. */
export const comboboxBox = (look: 'calm' | 'wrong' | 'locked'): string =>
  classNames(
    'flex min-w-0 items-center gap-2 rounded-md border transition-[border-color,box-shadow] duration-(--duration-instant)',
    look === 'locked' ? 'bg-sunken' : 'bg-surface',
    look === 'wrong'
      ? 'border-danger shadow-[inset_0_0_0_1px_var(--color-danger)]'
      : 'border-field focus-within:border-accent focus-within:shadow-[inset_0_0_0_1px_var(--color-accent)]',
  )

export const COMBOBOX_INPUT =
  'min-w-0 flex-1 bg-transparent text-base text-text outline-none placeholder:text-text-3 max-desk:text-[1rem]'

/** `isOver`: floats over what follows, on a page; in a dialog it pushes it down, so that nothing is cut off. */
export const menuBox = (isShown: boolean, isOver: boolean): string =>
  classNames(
    'mt-1.5 max-h-80 overflow-y-auto rounded-lg bg-overlay p-1 shadow-pop',
    isOver && 'absolute inset-x-0 top-full z-(--z-drawer)',
    !isShown && 'hidden',
  )

export const optionBox = (isActive: boolean): string =>
  classNames(
    'flex min-h-9 cursor-pointer items-center gap-2.5 rounded-sm px-2.5 py-2 text-base pointer-coarse:min-h-11',
    isActive && 'bg-active',
  )

export function Marked({ label, typed }: { label: string; typed: string }) {
  return (
    <span className="min-w-0 break-words">
      {highlight(label, typed).map((piece, index) =>
        piece.isTyped ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one label have no other name
          <b key={index} className="font-semibold">
            {piece.text}
          </b>
        ) : (
          piece.text
        ),
      )}
    </span>
  )
}

/**
 * Finds the typed part in a label. Pure. The label in pieces, each with whether it is the typed part: at the beginning
 * of a word, case and accents aside.
 */
export function highlight(label: string, typed: string): { text: string; isTyped: boolean }[] {
  const wanted = fold(typed.trim())
  const at = wanted === '' ? -1 : wordStart(fold(label), wanted)
  if (at < 0) return [{ text: label, isTyped: false }]
  const pieces = [
    { text: label.slice(0, at), isTyped: false },
    { text: label.slice(at, at + wanted.length), isTyped: true },
    { text: label.slice(at + wanted.length), isTyped: false },
  ]
  return pieces.filter((piece) => piece.text !== '')
}

function wordStart(label: string, wanted: string): number {
  for (let at = label.indexOf(wanted); at >= 0; at = label.indexOf(wanted, at + 1))
    if (at === 0 || !/[a-z0-9]/.test(label[at - 1] ?? '')) return at
  return -1
}

/** Letter for letter, so that positions stay true. */
const fold = (text: string): string =>
  [...text].map((letter) => letter.normalize('NFD').charAt(0).toLowerCase() || letter).join('')

interface SearchFailedProps {
  /** Plural, e.g. `Places`. */
  what: string
  onRetry: () => void
  /** For a menu that has no status of its own. */
  isStatus?: boolean
}

export const SearchFailed = ({ what, onRetry, isStatus = false }: SearchFailedProps) => (
  <p
    role={isStatus ? 'status' : undefined}
    className="flex flex-wrap items-center gap-x-2 px-2.5 py-2 text-text-2"
  >
    {searchFailed(what)}
    <button
      type="button"
      className="text-link"
      onMouseDown={(event) => event.preventDefault()}
      onClick={onRetry}
    >
      Try again
    </button>
  </p>
)

export const searchFailed = (what: string): string => `${what} could not be searched.`
