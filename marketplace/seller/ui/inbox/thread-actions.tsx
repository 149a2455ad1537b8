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
  const move = useMove(store)
  const close = () => setAsked(null)
  const isBlocked = chat.is_blocked === true
  return (
    <>
      <div className="flex items-center gap-1.5 max-duo:hidden">
        <Menu
          className="w-72"
          trigger={
            <Button variant="ghost" size="sm" aria-label={ASIDE_WORDS.snooze} title={ASIDE_WORDS.snooze}>
              <AlarmClock size={17} strokeWidth={1.75} aria-hidden="true" />
            </Button>
          }
        >
          <SnoozeItems onChoose={(to) => move.run(chat, to)} onOther={() => setAsked('time')} />
        </Menu>
        {box === 'open' ? (
          <Button size="sm" onClick={() => move.run(chat, { state: 'done' })}>
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
            <MenuItem onClick={() => move.run(chat, { state: 'done' })}>{ASIDE_WORDS.done}</MenuItem>
          ) : null}
          <SnoozeItems isLong onChoose={(to) => move.run(chat, to)} onOther={() => setAsked('time')} />
        </div>
        {box === 'archived' ? null : (
          <MenuItem onClick={() => move.run(chat, { state: 'archived' })}>{ASIDE_WORDS.archive}</MenuItem>
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

/** Moves a conversation and says so, with the way back. */
function useMove(store: SellerStore) {
  const run = async (chat: SellerChat, to: Aside, isUndo = false): Promise<void> => {
    const { name } = chat.customer
    try {
      const before = await store.aside.move(chat, to)
      const until = to.state === 'snoozed' ? untilText(to.untilMs, systemClock.now(), ownZone()) : ''
      toast(
        movedText(name, to, until),
        isUndo ? {} : { action: { label: ASIDE_WORDS.undo, run: () => void run(chat, before, true) } },
      )
    } catch (error) {
      store.fail(`${name} stays as it was.`, error)
    }
  }
  return { run: (chat: SellerChat, to: Aside) => void run(chat, to) }
}

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
  const { isBusy, errorMessage, run } = useAction()
  const untilMs = momentOf(wall, zone)
  const send = async () => {
    if (untilMs === null) return setLate(true)
    const to = { state: 'snoozed', untilMs } as const
    const before: Aside[] = []
    const isDone = await run(async () => void before.push(await store.aside.move(chat, to)))
    if (!isDone) return
    const undo = () => void store.aside.move(chat, before[0] ?? { state: 'open' })
    toast(movedText(chat.customer.name, to, untilText(untilMs, systemClock.now(), zone)), {
      action: { label: ASIDE_WORDS.undo, run: undo },
    })
    onClose()
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
        id={id}
        type="datetime-local"
        value={wall}
        onChange={(event) => setWall(event.currentTarget.value)}
        className="field-box mt-1.5 w-full"
      />
      <FormProblem message={errorMessage || (isLate && untilMs === null && ASIDE_WORDS.noTime)} />
    </Dialog>
  )
}

/** Above the thread: that it is not among the open ones, and the way back. */
export function AsideStrip({ store, chat }: ThreadActionsProps) {
  useSignals()
  const nowMs = store.aside.nowMs.value
  const move = useMove(store)
  const box = boxOf(chat, nowMs)
  if (box === 'open') return null
  const until = box === 'snoozed' ? untilText(Date.parse(chat.snoozed_until ?? ''), nowMs, ownZone()) : ''
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-b bg-sunken px-4 py-1.5 text-sm text-text-2">
      <p className="me-auto min-w-0">{stateText(box, chat.customer.name, until)}</p>
      {store.mayChange('reply') ? (
        <Button size="sm" onClick={() => move.run(chat, { state: 'open' })}>
          <RotateCcw size={15} strokeWidth={1.75} aria-hidden="true" />
          {ASIDE_WORDS.reopen}
        </Button>
      ) : null}
    </div>
  )
}
