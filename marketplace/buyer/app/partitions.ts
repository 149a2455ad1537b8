/** The partitions of the profile, each loaded on demand (checklist PRO-02). An unknown name is the 404 page. */
import {
  BadgeCheck,
  Bell,
  BookmarkCheck,
  CalendarCheck,
  CreditCard,
  FileText,
  HandCoins,
  Heart,
  House,
  KeyRound,
  Landmark,
  type LucideIcon,
  MailQuestion,
  Phone,
  Shield,
  Star,
  Target,
  UserRound,
  Wallet,
} from 'lucide-react'
import type { ComponentType } from 'react'
import type { PartitionProps } from '#marketplace/buyer/features/profile/partition-props.ts'
import type { PartitionName } from '#shared/contract/pages.ts'
import { PARTITION_TITLES } from '#shared/rules/site/buyer-routes.ts'

export interface Partition {
  readonly name: PartitionName | 'overview'
  /** Heading and title of the tab. */
  readonly title: string
  /** In the list of partitions, where it differs. */
  readonly label?: string
  readonly icon: LucideIcon
  /** Partitions of one group stand together. */
  readonly group: 'account' | 'buying' | 'money'
  readonly load: () => Promise<{ default: ComponentType<PartitionProps> }>
}

const OVERVIEW: Partition = {
  name: 'overview',
  title: 'Profile',
  label: 'Overview',
  icon: House,
  group: 'account',
  load: () => import('#marketplace/buyer/features/profile/overview-partition.tsx'),
}

export const PARTITIONS: readonly Partition[] = [
  OVERVIEW,
  {
    name: 'personal',
    title: PARTITION_TITLES.personal,
    icon: UserRound,
    group: 'account',
    load: () => import('#marketplace/buyer/features/profile/personal-partition.tsx'),
  },
  {
    name: 'phones',
    title: PARTITION_TITLES.phones,
    icon: Phone,
    group: 'account',
    load: () => import('#marketplace/buyer/features/profile/phones-partition.tsx'),
  },
  {
    name: 'security',
    title: PARTITION_TITLES.security,
    icon: KeyRound,
    group: 'account',
    load: () => import('#marketplace/buyer/features/profile/security-partition.tsx'),
  },
  {
    name: 'verification',
    title: PARTITION_TITLES.verification,
    label: 'Verification',
    icon: BadgeCheck,
    group: 'account',
    load: () => import('#marketplace/buyer/features/profile/verification-partition.tsx'),
  },
  {
    name: 'notifications',
    title: PARTITION_TITLES.notifications,
    icon: Bell,
    group: 'account',
    load: () => import('#marketplace/buyer/features/profile/notifications-partition.tsx'),
  },
  {
    name: 'privacy',
    title: PARTITION_TITLES.privacy,
    icon: Shield,
    group: 'account',
    load: () => import('#marketplace/buyer/features/profile/privacy-partition.tsx'),
  },
  {
    name: 'buy-box',
    title: PARTITION_TITLES['buy-box'],
    icon: Target,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/buy-box/buy-box-partition.tsx'),
  },
  {
    name: 'favourites',
    title: PARTITION_TITLES.favourites,
    icon: Heart,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/favourites/favourites-partition.tsx'),
  },
  {
    name: 'saved-searches',
    title: PARTITION_TITLES['saved-searches'],
    icon: BookmarkCheck,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/saved-searches/saved-searches-partition.tsx'),
  },
  {
    name: 'offers',
    title: PARTITION_TITLES.offers,
    icon: HandCoins,
    group: 'buying',
    load: () => import('./offer-partition.tsx'),
  },
  {
    name: 'requests',
    title: PARTITION_TITLES.requests,
    icon: MailQuestion,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/requests/requests-partition.tsx'),
  },
  {
    name: 'open-houses',
    title: PARTITION_TITLES['open-houses'],
    icon: CalendarCheck,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/open-houses/open-houses-partition.tsx'),
  },
  {
    name: 'documents',
    title: PARTITION_TITLES.documents,
    icon: FileText,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/documents/documents-partition.tsx'),
  },
  {
    name: 'reviews',
    title: PARTITION_TITLES.reviews,
    icon: Star,
    group: 'buying',
    load: () => import('#marketplace/buyer/features/reviews/reviews-partition.tsx'),
  },
  {
    name: 'deposit',
    title: PARTITION_TITLES.deposit,
    icon: Landmark,
    group: 'money',
    load: () => import('#marketplace/buyer/features/wallet/deposit-partition.tsx'),
  },
  {
    name: 'wallet',
    title: PARTITION_TITLES.wallet,
    icon: Wallet,
    group: 'money',
    load: () => import('#marketplace/buyer/features/wallet/wallet-partition.tsx'),
  },
  {
    name: 'billing',
    title: PARTITION_TITLES.billing,
    icon: CreditCard,
    group: 'money',
    load: () => import('#marketplace/buyer/features/wallet/billing-partition.tsx'),
  },
]

/** The partition of an address; `/profile` itself is the overview. Upper case makes no difference, as in every path. */
export function findPartition(path: string): Partition | null {
  const [, , name = OVERVIEW.name] = path.replace(/\/+$/, '').toLowerCase().split('/')
  return PARTITIONS.find((partition) => partition.name === name) ?? null
}

export const partitionPath = ({ name }: Partition): string =>
  name === OVERVIEW.name ? '/profile' : `/profile/${name}`
