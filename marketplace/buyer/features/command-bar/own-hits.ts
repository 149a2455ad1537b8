/** The pages and actions that the command bar offers to the person on the page. */
import type { Services } from '#marketplace/buyer/platform/services.ts'
import { LOG_OUT_FAILED } from '#marketplace/buyer/ui/log-out-button.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { links, PARTITION_NAMES, type PartitionName } from '#shared/contract/pages.ts'
import { PARTITION_TITLES } from '#shared/rules/site/buyer-routes.ts'
import type { BuyerHit } from './command-model.ts'

interface Own {
  label: string
  does: BuyerHit['does']
  isFirst?: boolean
}

const page = (own: Own): BuyerHit => ({ ...own, id: `page ${own.does}`, group: 'Pages', note: '' })
const action = (own: Own): BuyerHit => ({
  ...own,
  id: `action ${own.label}`,
  group: 'Actions',
  note: '',
  isFirst: true,
})

/** Offered before anything is typed. */
const FIRST_PARTS: readonly PartitionName[] = ['offers', 'buy-box', 'favourites', 'saved-searches', 'wallet']

export function ownHits(
  { user, theme, loginPrompt }: Pick<Services, 'user' | 'theme' | 'loginPrompt'>,
  navigate: (href: string) => void,
): readonly BuyerHit[] {
  const isUser = user.state.value.phase === 'user'
  const isDark = theme.shown.value === 'dark'
  async function logOut() {
    if (!(await user.logOut(() => navigate('/')))) toast(LOG_OUT_FAILED)
  }
  return [
    page({ label: 'Deals', does: '/deals', isFirst: true }),
    ...(isUser ? userPages() : [page({ label: 'Create an account', does: '/register', isFirst: true })]),
    page({ label: 'Home', does: links.home() }),
    page({ label: 'Help', does: links.help(), isFirst: true }),
    action({ label: isDark ? 'Use the light theme' : 'Use the dark theme', does: () => theme.toggle() }),
    isUser
      ? action({ label: 'Log out', does: () => void logOut() })
      : action({ label: 'Log in', does: () => void loginPrompt.open() }),
  ]
}

const userPages = (): BuyerHit[] => [
  page({ label: 'For you', does: links.forYou(), isFirst: true }),
  page({ label: 'Messages', does: links.messages(), isFirst: true }),
  ...PARTITION_NAMES.map((name) =>
    page({ label: PARTITION_TITLES[name], does: links.profile(name), isFirst: FIRST_PARTS.includes(name) }),
  ),
  page({ label: 'Profile', does: '/profile' }),
]
