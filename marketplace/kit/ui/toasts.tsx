/** The place of toasts over every page. What draws them weighs nothing until there is one. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ComponentType, Suspense, useEffect, useState } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { type Notice, notices, takeNotices } from './toast.ts'

/** What is on the screen looks the same by whichever it is drawn. */
export const TOAST =
  'flex min-h-11 items-center gap-3 rounded-lg bg-ink px-4 py-2.5 font-sans font-label text-base text-on-ink shadow-pop'

/** A notice that nobody has drawn by then is shown plainly. */
const PATIENCE_MS = 1000
const PLAIN_MS = 10_000

/** `toaster` is the app's lazy `toaster.tsx`: without its code, e.g. while the server is away, the newest notice is shown as it is. */
export function Toasts({ toaster: Toaster }: { toaster: ComponentType }) {
  useSignals()
  const [isWanted, setWanted] = useState(false)
  const notice = notices.value.at(-1)
  if (!isWanted && notice) setWanted(true)
  return (
    <>
      <PlainToast notice={useOverdue(notice)} />
      {isWanted ? (
        <Suspense>
          <Toaster />
        </Suspense>
      ) : null}
    </>
  )
}

/** The notice once its time to be drawn is over, until it was there to read. */
function useOverdue(notice: Notice | undefined): Notice | undefined {
  const [overdue, setOverdue] = useState<Notice>()
  useEffect(() => {
    if (!notice) return
    const begin = setTimeout(() => setOverdue(notice), PATIENCE_MS)
    const end = setTimeout(takeNotices, PATIENCE_MS + PLAIN_MS)
    return () => {
      clearTimeout(begin)
      clearTimeout(end)
    }
  }, [notice])
  return notice === overdue ? notice : undefined
}

function PlainToast({ notice }: { notice: Notice | undefined }) {
  const { text, action } = notice ?? {}
  return (
    <div role="status" className={classNames('empty:sr-only', PLACE)}>
      {notice ? (
        <div className={TOAST}>
          <span className="min-w-0">{text}</span>
          {action ? (
            <button
              type="button"
              className="ml-auto min-h-6 flex-none cursor-pointer underline"
              onClick={() => {
                takeNotices()
                action.run()
              }}
            >
              {action.label}
            </button>
          ) : null}
        </div>
      ) : null}
    </div>
  )
}

/** At the bottom left, beside a rail, on phones above the tab bar. */
const PLACE = classNames(
  'fixed z-60 max-w-89 print:hidden',
  'bottom-[calc(1.25rem+var(--tab-bar,0px))] left-[calc(1.25rem+var(--rail,0px))]',
  'max-desk:right-4 max-desk:bottom-[calc(4.5rem+env(safe-area-inset-bottom))] max-desk:left-4',
)
