/** What a partition of the profile is given. */
import type { User } from '#marketplace/buyer/platform/user.ts'

export interface PartitionProps {
  /** Who is logged in; the guard has seen to it. */
  readonly user: User
}
