/** The conversation with one seller in a panel at the side: the page below it stays where it is (checklist MSG-05). */

import { useSignals } from '@preact/signals-react/runtime'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { NeedsNotice } from '#marketplace/buyer/ui/needs-notice.tsx'
import { PagePending } from '#marketplace/buyer/ui/page-state.tsx'
import { Alert } from '#marketplace/kit/ui/alert.tsx'
import { ConfirmDialog } from '#marketplace/kit/ui/confirm-dialog.tsx'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { ApiError } from '#shared/api/api-error.ts'
import { attachToAccount } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import type { PlatMessengerElement } from '#widget/index.ts'
import { define } from './define.ts'
import { ElementFrame, type ElementFrameProps } from './element-frame.tsx'
import { createMessengerModel } from './messenger-model.ts'

export interface MessengerPanelProps {
  accountId: number
  sellerName: string
  /** The deal that it is about: its card goes along with the next message, once. */
  propertyId?: number
  /** Beside the thread on wide screens, e.g. a deal's numbers. */
  aside?: ReactNode
  onClose: () => void
}

export default function MessengerPanel(props: MessengerPanelProps) {
  const { accountId, sellerName, propertyId = null, aside, onClose } = props
  useSignals()
  const { api, log } = useServices()
  const [isNew, setNew] = useState(false)
  // A first message to a seller needs a conversation to stand in; it exists already for most.
  const [model] = useState(() =>
    createMessengerModel({ api, log, define: () => openWith(accountId, api).then(setNew).then(define) }),
  )
  useEffect(() => void model.load(), [model])
  const state = model.state.value
  const frame = useModal()
  const [isAsking, setAsking] = useState(false)
  const isTyped = useRef(false)
  const close = () => (isTyped.current ? setAsking(true) : onClose())
  return (
    <dialog
      ref={frame}
      aria-label={`Messages with ${sellerName}`}
      onCancel={(event) => {
        event.preventDefault()
        close()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        event.preventDefault()
        close()
      }}
      onClick={(event) => event.target === event.currentTarget && close()}
      className="m-0 ml-auto h-dvh max-h-none w-full max-w-none bg-surface p-0 text-text shadow-modal backdrop:bg-(--scrim) open:flex desk:w-110 broad:data-[aside=true]:w-200"
      data-aside={aside !== undefined}
    >
      {aside === undefined ? null : (
        <div className="w-90 flex-none overflow-y-auto border-line border-r max-broad:hidden">{aside}</div>
      )}
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <div className="flex h-12 flex-none items-center justify-between gap-3 border-line border-b pr-2 pl-4">
          {/* The header above the thread names the seller. */}
          <h2 className="truncate font-semibold text-md">Messages</h2>
          <IconButton aria-label="Close messages" onClick={close}>
            <X size={18} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        {isNew ? (
          <div className="flex-none p-3 empty:hidden">
            <NeedsNotice act="firstMessage" to={`write to ${sellerName}`} />
          </div>
        ) : null}
        {state.phase === 'loading' ? <PagePending label="Loading messages" /> : null}
        {state.phase === 'failed' ? (
          <div className="grid flex-1 content-center justify-items-center gap-3 p-6 text-center">
            <Alert>Messages could not be loaded.</Alert>
            <Button variant="primary" onClick={() => void model.load()}>
              Try again
            </Button>
          </div>
        ) : null}
        {state.phase === 'ready' ? (
          <Thread
            accountId={accountId}
            propertyId={propertyId}
            realtime={state.realtime}
            onRefused={model.refuse}
            isTyped={isTyped}
          />
        ) : null}
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Discard what you typed?"
          confirmLabel="Discard"
          cancelLabel="Keep editing"
          isDanger
          onConfirm={onClose}
          onCancel={() => setAsking(false)}
        >
          <p>Your answer to the offer is not sent yet.</p>
        </ConfirmDialog>
      ) : null}
    </dialog>
  )
}

type ThreadProps = { accountId: number; propertyId: number | null } & Omit<ElementFrameProps, 'element'>

function Thread({ accountId, propertyId, ...props }: ThreadProps) {
  const element = useRef<PlatMessengerElement>(null)
  useLayoutEffect(() => {
    if (element.current !== null) Object.assign(element.current, { account: accountId, property: propertyId })
  }, [accountId, propertyId])
  return <ElementFrame element={element} {...props} />
}

type Api = ReturnType<typeof useServices>['api']

/** Whether the conversation is still empty. */
async function openWith(accountId: number, api: Api): Promise<boolean> {
  try {
    const { is_new: isNew = false } = await api(attachToAccount, { body: { attach_account_id: accountId } })
    return isNew
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    throw new Error('No conversation', { cause: error })
  }
}

function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])
  return dialog
}
