/** Draws toasts with sonner: at the bottom left, beside a rail (`--rail`), on phones above the tab bar, for some seconds unless pointed at. */
import { effect } from '@preact/signals-core'
import { useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'
// The build takes sonner's own <style> out (the page's policy allows none); this is the same as a file.
import 'sonner/dist/styles.css'
import { buttonClass } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { type Notice, notices, takeNotices } from './toast.ts'
import { TOAST } from './toasts.tsx'

const DURATION_MS = 5000
/** An action is read, reached and pressed. */
const ACTION_DURATION_MS = 10_000

export default function Toaster() {
  useEffect(() => sayAll(), [])
  return (
    <Sonner
      position="bottom-left"
      visibleToasts={1}
      offset={{ bottom: 'calc(1.25rem + var(--tab-bar, 0px))', left: 'calc(1.25rem + var(--rail, 0px))' }}
      mobileOffset={{ bottom: 'calc(4.5rem + env(safe-area-inset-bottom))', left: 16, right: 16 }}
      toastOptions={{
        unstyled: true,
        classNames: { toast: `w-full ${TOAST}`, title: 'min-w-0', actionButton: ACTION },
      }}
    />
  )
}

const ACTION = classNames(
  buttonClass({ variant: 'ghost', size: 'sm' }),
  // Over the colours that a ghost button has on paper.
  'ml-auto text-on-ink! underline hover:bg-transparent!',
)

/** Toasts on the screen, by their words. */
const shown = new Map<string, string>()
let count = 0

/** The same words again are the same toast, and stay for as long; unless that one is on its way out, which would take the new one with it. */
function say({ text, action, durationMs }: Notice): void {
  const id = shown.get(text) ?? `${text} ${++count}`
  shown.set(text, id)
  const end = () => {
    if (shown.get(text) === id) shown.delete(text)
  }
  const run = () => {
    end()
    action?.run()
  }
  show(text, {
    id,
    ...(action ? { action: { label: action.label, onClick: run } } : {}),
    duration: durationMs ?? (action ? ACTION_DURATION_MS : DURATION_MS),
    onAutoClose: end,
    onDismiss: end,
  })
}

/** Says what waits, now and from now on. The returned function ends it. */
const sayAll = (): (() => void) =>
  effect(() => {
    if (notices.value.length > 0) for (const notice of takeNotices()) say(notice)
  })
