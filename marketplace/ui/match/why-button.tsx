/** Why a deal has its score, in few words; a press opens the whole reckoning. */
import { ChevronDown } from 'lucide-react'
import { use } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { type WhyAbout, WhyContext, WhyHost } from './why-host.tsx'

export interface WhyButtonProps extends WhyAbout {
  brief: string
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

/** On a phone a card has no room for the words, and a piece of them says nothing. */
function Chip({ brief, isInList = false, ...about }: WhyButtonProps & { isInList?: boolean }) {
  const show = use(WhyContext)
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-label={`${brief}. Why, for ${about.name}`}
      onClick={(event) => {
        // A card around it is a link.
        event.preventDefault()
        event.stopPropagation()
        show?.(about)
      }}
      className={classNames(
        'relative z-1 inline-flex h-5 min-w-0 max-w-max flex-[1_1_--spacing(11)] cursor-pointer items-center gap-0.5 rounded-xs border border-line px-1.5 font-medium text-2xs text-text-2 leading-none [font-stretch:92%] hover:border-field hover:text-text',
        'pointer-coarse:before:absolute pointer-coarse:before:-inset-x-1 pointer-coarse:before:-inset-y-3',
      )}
    >
      <span className={classNames('truncate', isInList && 'max-desk:hidden')}>{brief}</span>
      {isInList ? <span className="desk:hidden">Why</span> : null}
      <ChevronDown size={11} strokeWidth={2} aria-hidden="true" className="flex-none" />
    </button>
  )
}
