/** Why a deal has its score, in few words; a press opens the dialog that says all of it. */
import { ChevronDown } from 'lucide-react'
import { use } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { useButtonTabIndex } from '../deal/card-stop.ts'
import type { WhyAbout } from './why-about.ts'
import { WhyContext, WhyHost } from './why-host.tsx'

export interface WhyButtonProps extends WhyAbout {
  brief: string
  /** What the dialog answers, as its title. */
  question: string
}

/** In a list the reckoning is shown by the page; elsewhere beside the button. */
export function WhyButton(props: WhyButtonProps) {
  return use(WhyContext) === null ? (
    <WhyHost>
      <Chip {...props} />
    </WhyHost>
  ) : (
    <Chip {...props} isInList />
  )
}

/** Where a card has no room for the words it says “Why”: a piece of them says nothing. */
function Chip({ brief, question, isInList = false, ...about }: WhyButtonProps & { isInList?: boolean }) {
  const show = use(WhyContext)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      tabIndex={useButtonTabIndex()}
      aria-label={`${brief}. ${question}, for ${about.name}`}
      onClick={(event) => {
        // A card around it is a link.
        event.preventDefault()
        event.stopPropagation()
        show?.(about)
      }}
      className={classNames(
        'target z-1 inline-flex h-5 flex-none cursor-pointer items-center gap-0.5 rounded-xs border border-line px-1.5 font-medium text-2xs text-text-2 leading-none [font-stretch:92%] hover:border-field hover:text-text',
        'pointer-coarse:before:-inset-y-3',
      )}
    >
      <span className={classNames('truncate', isInList && 'hidden @min-[15rem]/tags:inline')}>{brief}</span>
      {isInList ? <span className="@min-[15rem]/tags:hidden">Why</span> : null}
      <ChevronDown
        size={11}
        strokeWidth={2}
        aria-hidden="true"
        className={classNames('flex-none', isInList && '@max-[7rem]/tags:hidden')}
      />
    </button>
  )
}
