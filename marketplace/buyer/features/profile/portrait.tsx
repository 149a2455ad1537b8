/** The customer's picture at the size of a profile, or their initial. Decorative. */
import type { User } from '#marketplace/buyer/platform/user.ts'
import { Avatar } from '#shared/ui/avatar.tsx'

export interface PortraitProps {
  user: User
  photo: string | null
  size?: 'small' | 'large'
}

export function Portrait({ user, photo, size = 'large' }: PortraitProps) {
  if (size === 'small' || photo === null)
    return <Avatar name={user.name} logo={photo} id={user.id} size={40} />
  return (
    <img src={photo} alt="" width={72} height={72} className="size-18 flex-none rounded-full object-cover" />
  )
}
