/** What a member does with the open conversation as a whole: done, snooze, archive, block; on phones all in one menu. */
import { useSignals } from '@preact/signals-react/runtime'
import { AlarmClock, Check, Ellipsis, RotateCcw } from 'lucide-react'
import { useId, useState } from 'react'
import { Dialog } from '#marketplace/kit/ui/dialog.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { Menu, MenuItem } from '#marketplace/kit/ui/menu.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useAction } from '#marketplace/kit/use-action.ts'
import { boxOf, type SnoozeChoice, snoozeChoices } from '#marketplace/seller/inbox/boxes.ts'
import {
  ASIDE_WORDS,
  CHOICE_NAMES,
  movedText,
  ownZone,
  stateText,
  untilText,
} from '#marketplace/seller/inbox/set-aside-labels.ts'
import type { Aside, SellerChat, SellerStore } from '#marketplace/seller/seller-model.ts'
import { systemClock } from '#shared/lib/clock.ts'
import { momentOf, wallOf } from '#shared/rules/deals/wall-time.ts'
import { Button } from '#shared/ui/button.tsx'
import { BlockDialog } from './block-dialog.tsx'

interface ThreadActionsProps {
  store: SellerStore
  chat: SellerChat
}

export function ThreadActions({ store, chat }: ThreadActionsProps) {
  useSignals()
  const [asked, setAsked] = useState<'block' | 'time' | null>(null)
  const box = boxOf(chat, store.aside.nowMs.value)
  const go = (to: Aside) => tryMove({ store, chat }, to)
  const close = () => setAsked(null)
  const isBlocked = chat.is_blocked === true
  return (
    <>
      <div className="flex items-center gap-1.5 max-duo:hidden">
        <Menu
          className="w-72"
          trigger={
            <Button
              variant="ghost"
              size="sm"
              data-key="h"
              aria-label={ASIDE_WORDS.snooze}
              title={ASIDE_WORDS.snooze}
            >
              <AlarmClock size={17} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          }
        >
          <SnoozeItems onChoose={go} onOther={() => setAsked('time')} />
        </Menu>
        {box === 'open' ? (
          <Button size="sm" data-key="e" onClick={() => go({ state: 'done' })}>
            <Check size={15} strokeWidth={1.75} aria-hidden="true" />
            {ASIDE_WORDS.done}
          </Button>
        ) : null}
      </div>
      <Menu
        className="w-72"
        trigger={
          <Button variant="ghost" size="sm" aria-label={ASIDE_WORDS.more}>
            <Ellipsis size={17} strokeWidth={1.75} aria-hidden="true" />
          </Button>
        }
      >
        <div className="duo:hidden">
          {box === 'open' ? (
            <MenuItem onClick={() => go({ state: 'done' })}>{ASIDE_WORDS.done}</MenuItem>
          ) : null}
          <SnoozeItems isLong onChoose={go} onOther={() => setAsked('time')} />
        </div>
        {box === 'archived' ? null : (
          <MenuItem onClick={() => go({ state: 'archived' })}>{ASIDE_WORDS.archive}</MenuItem>
        )}
        {chat.is_deleted ? null : (
          <MenuItem onClick={() => setAsked('block')}>{isBlocked ? 'Unblock' : 'Block'}</MenuItem>
        )}
      </Menu>
      {asked === 'time' ? <SnoozeDialog store={store} chat={chat} onClose={close} /> : null}
      {asked === 'block' ? <BlockDialog store={store} chat={chat} onClose={close} /> : null}
    </>
  )
}

/** Moves a conversation and says so, with the way back. Rejects with `ApiError`. */
async function move({ store, chat }: ThreadActionsProps, to: Aside, isUndo = false): Promise<void> {
  const before = await store.aside.move(chat, to)
  const until = to.state === 'snoozed' ? untilText(to.untilMs, systemClock.now(), ownZone()) : ''
  const undo = () => tryMove({ store, chat }, before, true)
  toast(
    movedText(chat.customer.name, to, until),
    isUndo ? {} : { action: { label: ASIDE_WORDS.undo, run: undo } },
  )
}

/** The same; what failed is said above the page. */
const tryMove = (of: ThreadActionsProps, to: Aside, isUndo = false): void =>
  void move(of, to, isUndo).catch((error: unknown) =>
    of.store.fail(`${of.chat.customer.name} stays as it was.`, error),
  )

interface SnoozeItemsProps {
  /** In a menu of other things. */
  isLong?: boolean
  onChoose: (to: Aside) => void
  onOther: () => void
}

function SnoozeItems({ isLong = false, onChoose, onOther }: SnoozeItemsProps) {
  const nowMs = systemClock.now()
  const zone = ownZone()
  const prefix = isLong ? `${ASIDE_WORDS.snooze}: ` : ''
  const nameOf = ({ kind }: SnoozeChoice) =>
    isLong ? `${prefix}${CHOICE_NAMES[kind].toLowerCase()}` : CHOICE_NAMES[kind]
  return (
    <>
      {snoozeChoices(nowMs, zone).map((choice) => (
        <MenuItem key={choice.kind} onClick={() => onChoose({ state: 'snoozed', untilMs: choice.untilMs })}>
          <span className="me-auto">{nameOf(choice)}</span>
          <span className="num ps-3 font-regular text-sm text-text-2">
            {shortTime(untilText(choice.untilMs, nowMs, zone))}
          </span>
        </MenuItem>
      ))}
      <MenuItem onClick={onOther}>
        {isLong ? `${prefix}${ASIDE_WORDS.other.toLowerCase()}` : ASIDE_WORDS.other}
      </MenuItem>
    </>
  )
}

/** The choice has said the day. */
const shortTime = (until: string) => until.replace(/^(today|tomorrow), /, '')

interface SnoozeDialogProps extends ThreadActionsProps {
  onClose: () => void
}

function SnoozeDialog({ store, chat, onClose }: SnoozeDialogProps) {
  const id = useId()
  const zone = ownZone()
  const first = snoozeChoices(systemClock.now(), zone).at(-2)
  const [wall, setWall] = useState(first ? wallOf(first.untilMs, zone) : '')
  const [isLate, setLate] = useState(false)
  const { isBusy, errorMessage, run, marks, problemId } = useAction()
  const untilMs = momentOf(wall, zone)
  const send = async () => {
    if (untilMs === null) return setLate(true)
    if (await run(() => move({ store, chat }, { state: 'snoozed', untilMs }))) onClose()
  }
  return (
    <Dialog
      title={ASIDE_WORDS.dialog}
      action={ASIDE_WORDS.snooze}
      mayAct
      isBusy={isBusy}
      onAct={() => void send()}
      onClose={onClose}
    >
      <label htmlFor={id} className="grid gap-1.5 font-medium text-sm">
        {ASIDE_WORDS.field}
      </label>
      <input
        {...marks('until')}
        id={id}
        type="datetime-local"
        value={wall}
        onChange={(event) => setWall(event.currentTarget.value)}
        className="field-box mt-1.5 w-full"
      />
      <FormProblem
        id={problemId}
        message={errorMessage || (isLate && untilMs === null && ASIDE_WORDS.noTime)}
      />
    </Dialog>
  )
}

/** Above the thread: that it is not among the open ones, and the way back. */
export function AsideStrip({ store, chat }: ThreadActionsProps) {
  useSignals()
  const nowMs = store.aside.nowMs.value
  const box = boxOf(chat, nowMs)
  if (box === 'open') return null
  const until = box === 'snoozed' ? untilText(Date.parse(chat.snoozed_until ?? ''), nowMs, ownZone()) : ''
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-sunken px-4 py-1.5 text-sm text-text-2">
      <p className="me-auto min-w-0">{stateText(box, chat.customer.name, until)}</p>
      {store.mayChange('reply') ? (
        <Button size="sm" onClick={() => tryMove({ store, chat }, { state: 'open' })}>
          <RotateCcw size={15} strokeWidth={1.75} aria-hidden="true" />
          {ASIDE_WORDS.reopen}
        </Button>
      ) : null}
    </div>
  )
}
