/** Looks of the tab bar of phones: five places within reach of the thumb, each an icon over its word. */

export const TAB_BAR =
  'grid h-[calc(3.5rem+env(safe-area-inset-bottom))] grid-cols-5 border-line border-t bg-surface pb-[env(safe-area-inset-bottom)] print:hidden'

/** A link or a button of the bar. */
export const TAB =
  'relative grid content-center justify-items-center gap-0.75 font-medium text-2xs text-text-3 leading-none focus-visible:-outline-offset-2 aria-[current]:font-semibold aria-[current]:text-accent-text'

/** Around the count of what is unread. */
export const TAB_BADGE = 'absolute top-1.25 left-[calc(50%+4px)] grid w-max rounded-full ring-2 ring-surface'
