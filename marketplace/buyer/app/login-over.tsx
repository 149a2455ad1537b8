/** Stands in for a private page while a visitor is asked to log in over it; who turns away goes home (spec section 2). */
import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { Skeleton } from '#shared/ui/skeleton.tsx'

export function LoginOver() {
  const { loginPrompt } = useServices()
  const [, navigate] = useLocation()
  useEffect(() => {
    let isHere = true
    void loginPrompt.open().then((isIn) => {
      if (!isIn && isHere) navigate('/', { replace: true })
    })
    return () => {
      isHere = false
    }
  }, [loginPrompt, navigate])
  return (
    <div className="profile-grid" aria-hidden="true">
      <div className="grid content-start gap-3 max-aside:hidden">
        {PARTITIONS.map((row) => (
          <Skeleton key={row} className="h-6" />
        ))}
      </div>
      <div className="grid content-start gap-4">
        <Skeleton className="h-8 w-48" />
        <Skeleton className="h-32" />
        <Skeleton className="h-32" />
      </div>
    </div>
  )
}

const PARTITIONS = [1, 2, 3, 4, 5, 6, 7, 8]
