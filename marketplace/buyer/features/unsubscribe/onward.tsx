/** From a page that a mail has led to: to the settings of all emails for who is logged in, else to the deals. */
import { useSignals } from '@preact/signals-react/runtime'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Link } from '#marketplace/buyer/ui/link.tsx'
import { links } from '#shared/contract/pages.ts'

export function Onward() {
  useSignals()
  const isUser = useServices().user.state.value.phase === 'user'
  return (
    <Link
      href={isUser ? links.profile('notifications') : '/deals'}
      className="target justify-self-start text-link text-sm"
    >
      {isUser ? 'Choose which emails you get' : 'Browse deals'}
    </Link>
  )
}
