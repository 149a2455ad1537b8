/** What is around a place of the seller app: the rail, on phones the tab bar, and the panels that they open. */
import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, Suspense, useCallback, useEffect, useState } from 'react'
import { isFindPress } from '#marketplace/kit/keys/key-press.ts'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { useMedia } from '#marketplace/kit/use-media.ts'
import type { SellerStore } from '#marketplace/seller/seller-model.ts'
import { SellerRail } from './app-rail.tsx'
import { SellerTabs } from './app-tabs.tsx'
import { KeyTools } from './keyboard/key-tools.tsx'
import { lazyDialog } from './lazy-dialog.tsx'
import { MoreSheet } from './more-sheet.tsx'
import { RequestsDialog } from './requests-dialog.tsx'
import { type Panel, SHELL_LABELS, type Shell } from './shell-rows.tsx'
import { useReplies } from './use-replies.ts'
import { VisitsDialog } from './visits-dialog.tsx'

const FindDialog = lazyDialog(SHELL_LABELS.find, () => import('./find/find-dialog.tsx'))

interface SellerFrameProps {
  store: SellerStore
  /** Messages of all buyers that nobody has read. */
  unread: number
  /** A thread has the whole of a narrow window. */
  isThreadOpen: boolean
  onLogout: () => void
  children: ReactNode
}

export function SellerFrame({ store, unread, isThreadOpen, onLogout, children }: SellerFrameProps) {
  useSignals()
  const [panel, show] = useState<Panel | null>(null)
  const replies = useReplies()
  // The breakpoint `duo`.
  const isNarrow = useMedia('(width < 760px)')
  const close = () => show(null)
  const showKeys = useCallback(() => show('keys'), [])
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => isFindPress(event) && show('find')
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  const unsent = store.unsent.value
  const shell: Shell = {
    store,
    unread,
    // A panel covers the place under it.
    here: panel === 'requests' || panel === 'visits' ? panel : store.place.value.kind,
    replies,
    show,
    logOut: unsent > 0 ? () => show('logout') : onLogout,
  }
  return (
    <>
      <SellerRail shell={shell} />
      {children}
      {isNarrow && !isThreadOpen ? <SellerTabs shell={shell} /> : null}
      <KeyTools isHelpOpen={panel === 'keys'} onHelp={showKeys} onClose={close} />
      {panel === 'find' ? (
        <Suspense>
          <FindDialog shell={shell} onClose={close} />
        </Suspense>
      ) : null}
      {panel === 'more' && isNarrow ? <MoreSheet shell={shell} /> : null}
      {panel === 'requests' ? <RequestsDialog store={store} onClose={close} /> : null}
      {panel === 'visits' ? <VisitsDialog store={store} onClose={close} /> : null}
      {panel === 'logout' ? (
        <ConfirmDialog
          title="Log out without sending?"
          confirmLabel="Log out"
          isDanger
          onConfirm={onLogout}
          onCancel={close}
        >
          {unsent === 1 ? 'One reply is' : `${unsent} replies are`} not sent yet. Logging out removes{' '}
          {unsent === 1 ? 'it' : 'them'} from this browser.
        </ConfirmDialog>
      ) : null}
    </>
  )
}
