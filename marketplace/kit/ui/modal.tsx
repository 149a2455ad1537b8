/**
 * A dialog over the page, on the browser's own `<dialog>`: the page behind is inert, the focus stays inside and goes back
 * when the dialog leaves. It shows as long as it is mounted; below 520 px it is a sheet at the bottom. Before it closes over
 * what was typed into it, it asks.
 */
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { createTypedInput, type TypedInput } from '#marketplace/kit/typed-input.ts'
import { useUnsaved } from '#marketplace/kit/use-unsaved.ts'
import { classNames } from '#shared/ui/class-names.ts'
import { BeforeCancel, DialogActions, unasked } from './dialog-actions.tsx'
import { IconButton } from './icon-button.tsx'

export interface ModalProps {
  /** Names the dialog; read out when it opens. */
  title: string
  children: ReactNode
  /** Escape, the X and a press beside the dialog. Without it none of them does anything. */
  onClose?: () => void
  /** At the right of the title, last in the tab order, e.g. Logout. */
  titleAction?: ReactNode
  /** A bar under the body, its content in a row. */
  footer?: ReactNode
  /** Takes the focus when the dialog opens; else the first control does. */
  initialFocus?: RefObject<HTMLElement | null>
  /** No X, no Escape, no scrim: only its own controls lead out (spec section 2, Blocking buy box modals). */
  isBlocking?: boolean
  /** What is typed is there again when it opens next, so closing asks nothing. */
  keepsInput?: boolean
  /** As high as the page, at its right. */
  isDrawer?: boolean
}

export function Modal({ keepsInput = false, onClose, ...frame }: ModalProps) {
  const [typed] = useState(createTypedInput)
  const [leave, setLeave] = useState<{ go: () => void } | null>(null)
  useUnsaved(typed.isTyped)
  const ask = (go: () => void) => (typed.check() ? setLeave({ go }) : go())
  return (
    <>
      <BeforeCancel value={ask}>
        <Frame
          {...frame}
          {...(onClose ? { onClose: () => ask(onClose) } : {})}
          {...(keepsInput ? {} : { typed })}
        />
      </BeforeCancel>
      <BeforeCancel value={unasked}>
        {leave === null ? null : <DiscardQuestion onDiscard={leave.go} onKeep={() => setLeave(null)} />}
      </BeforeCancel>
    </>
  )
}

function DiscardQuestion({ onDiscard, onKeep }: { onDiscard: () => void; onKeep: () => void }) {
  const keep = useRef<HTMLButtonElement>(null)
  return (
    <Frame
      title="Discard what you typed?"
      onClose={onKeep}
      initialFocus={keep}
      footer={
        <DialogActions
          label="Discard"
          cancelLabel="Keep editing"
          cancelRef={keep}
          isDanger
          onConfirm={onDiscard}
          onCancel={onKeep}
        />
      }
    >
      <p className="text-text-2">It is not saved or sent yet.</p>
    </Frame>
  )
}

type FrameProps = Omit<ModalProps, 'keepsInput'> & { typed?: TypedInput }

function Frame({
  title,
  children,
  onClose,
  titleAction,
  footer,
  initialFocus,
  isBlocking = false,
  isDrawer = false,
  typed,
}: FrameProps) {
  const titleId = useId()
  const close = isBlocking ? undefined : onClose
  const { dialog, isShown } = useOpenDialog(initialFocus, typed)
  const isPressedOutside = useRef(false)

  // Held back at the key as well: a browser lets a second Escape through a `cancel` that was prevented.
  function leaveByKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    close?.()
  }
  function leaveByCancel(event: SyntheticEvent) {
    if (event.target !== event.currentTarget) return
    event.preventDefault()
    close?.()
  }
  // Some ways back, e.g. a gesture on a phone, close without asking.
  function closed({ currentTarget }: SyntheticEvent<HTMLDialogElement>) {
    if (!isShown.current || currentTarget.open) return
    // The caller unmounts it to close it; until then it stays open.
    currentTarget.showModal()
    close?.()
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onKeyDown={leaveByKey}
      onCancel={leaveByCancel}
      onClose={closed}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget && isPressedOutside.current) close?.()
      }}
      className={classNames(FRAME, isDrawer ? DRAWER : SHEET)}
    >
      {/* The title's action comes last in the document, so that Tab reaches it last, and is placed beside the title. */}
      <div className="grid max-h-[inherit] grid-cols-[minmax(0,1fr)_auto] grid-rows-[auto_minmax(0,1fr)_auto]">
        <h2
          id={titleId}
          className="col-start-1 row-start-1 flex min-h-14 items-center border-line border-b py-3 pr-2 pl-4 font-semibold text-md tracking-[-0.008em] sheet:pl-6"
        >
          {title}
        </h2>
        <div className="relative col-span-2 row-start-2 scroll-py-4 overflow-y-auto overscroll-contain p-4 pt-4.5 sheet:p-6">
          {children}
        </div>
        {footer ? (
          <div className="col-span-2 row-start-3 flex flex-wrap items-center gap-2.5 border-line border-t px-4 py-3 max-sheet:pb-[calc(0.75rem+env(safe-area-inset-bottom))] sheet:px-6 sheet:py-4">
            {footer}
          </div>
        ) : null}
        <div className="col-start-2 row-start-1 flex items-center gap-1 border-line border-b pr-3">
          {titleAction}
          {close ? (
            <IconButton aria-label="Close" onClick={close}>
              <X size={18} strokeWidth={1.75} aria-hidden="true" />
            </IconButton>
          ) : null}
        </div>
      </div>
    </dialog>
  )
}

const FRAME = classNames(
  'w-full max-w-130 overflow-hidden bg-overlay p-0 text-text shadow-modal backdrop:bg-(--scrim)',
  'opacity-100 transition-[opacity,translate] duration-(--duration-base) ease-out starting:translate-y-2 starting:opacity-0',
)
const SHEET = classNames(
  'm-auto max-h-[calc(100dvh-3rem)] rounded-[12px]',
  'max-sheet:mx-0 max-sheet:mt-auto max-sheet:mb-0 max-sheet:max-h-[calc(100dvh-1.25rem)] max-sheet:max-w-none max-sheet:rounded-b-none max-sheet:rounded-t-[14px]',
)
const DRAWER = 'my-0 ms-auto me-0 h-dvh max-h-none [&>div]:h-full'

/** Opens the dialog while it is mounted, and gives the focus back afterwards. */
function useOpenDialog(
  initialFocus: ModalProps['initialFocus'],
  typed: TypedInput | undefined,
): { dialog: RefObject<HTMLDialogElement | null>; isShown: RefObject<boolean> } {
  const dialog = useRef<HTMLDialogElement>(null)
  // False too while a part of the page that is fetched hides it: that closes nothing.
  const isShown = useRef(false)
  useLayoutEffect(() => {
    const element = dialog.current
    if (element === null) return
    const stopWatching = typed?.watch(element)
    element.showModal()
    isShown.current = true
    initialFocus?.current?.focus()
    return () => {
      stopWatching?.()
      isShown.current = false
      element.close()
      // What had the focus before is gone, e.g. with its page: then the page that stands there takes it.
      if (document.activeElement === null || document.activeElement === document.body)
        document.getElementById('page')?.focus({ preventScroll: true })
    }
  }, [initialFocus, typed])
  return { dialog, isShown }
}
