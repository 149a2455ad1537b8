/** The parts of the inbox with how many conversations each has: open, snoozed, done, archived. */
import { BOX_NAMES } from '#marketplace/seller/inbox/set-aside-labels.ts'
import type { SellerChat, SellerStore } from '#marketplace/seller/seller-model.ts'
import { INBOX_BOXES, type InboxBox } from '#shared/contract/seller-places.ts'
import { classNames } from '#shared/ui/class-names.ts'

interface InboxBoxesProps {
  store: SellerStore
  shown: InboxBox
  groups: Readonly<Record<InboxBox, readonly SellerChat[]>>
}

export const InboxBoxes = ({ store, shown, groups }: InboxBoxesProps) => (
  <fieldset className="flex min-w-0 flex-wrap gap-x-3.5 gap-y-1">
    <legend className="sr-only">Part of the inbox</legend>
    {INBOX_BOXES.map((box) => (
      <button
        key={box}
        type="button"
        aria-pressed={box === shown}
        onClick={() => store.go(box === 'open' ? { kind: 'messages' } : { kind: 'messages', filter: box })}
        className={classNames(
          'h-7 cursor-pointer border-b-2 font-medium text-sm max-duo:h-9',
          box === shown ? 'border-accent text-text' : 'border-transparent text-text-2 hover:text-text',
        )}
      >
        {BOX_NAMES[box]} <span className="num font-regular text-text-2">{groups[box].length}</span>
      </button>
    ))}
  </fieldset>
)
