/** Hands the services to the components. */
import { useSignals } from '@preact/signals-react/runtime'
import { createContext, type ReactNode, use, useEffect, useRef } from 'react'
import { BRAND } from '#marketplace/kit/brand.ts'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { UnsavedContext } from '#marketplace/kit/use-unsaved.ts'
import { useWhenBack as useConnectionBack } from '#marketplace/kit/use-when-back.ts'
import type { Configs } from './configs-store.ts'
import type { LoginAsk } from './login-prompt.ts'
import type { Services } from './services.ts'

export const ServicesContext = createContext<Services | null>(null)

export function ServicesProvider({ services, children }: { services: Services; children: ReactNode }) {
  return (
    <ServicesContext value={services}>
      <UnsavedContext value={services.unsaved}>{children}</UnsavedContext>
    </ServicesContext>
  )
}

/** Throws when there is no provider above: then the composition is wrong. */
export function useServices(): Services {
  const services = use(ServicesContext)
  if (services === null) throw new Error('useServices needs a ServicesProvider above it')
  return services
}

/** Runs the latest `run` when the server answers again after it was away. */
export function useWhenBack(run: () => void): void {
  useConnectionBack(run, useServices().connection)
}

/**
 * True when somebody is logged in; a visitor is asked to log in. Waits for the server to say who is there, and says that it waits when
 * nothing answers. False for a press that a later one replaces, or whose page was left meanwhile.
 */
export function useLogin(): (ask?: LoginAsk) => Promise<boolean> {
  const { user, loginPrompt } = useServices()
  const giveUp = useRef<() => void>(null)
  useEffect(() => () => giveUp.current?.(), [])
  return (ask) =>
    new Promise((resolve) => {
      giveUp.current?.()
      let isSaid = false
      let isSettled = false
      const settle = (answer: boolean | Promise<boolean>) => {
        if (isSettled) return
        isSettled = true
        resolve(answer)
        giveUp.current = null
        // The state calls at once, before there is something to end.
        queueMicrotask(() => end())
      }
      giveUp.current = () => settle(false)
      const end = user.state.subscribe(({ phase }) => {
        if (phase === 'user') settle(true)
        if (phase === 'visitor') settle(loginPrompt.open(ask))
        if (phase !== 'unreachable' || isSaid) return
        isSaid = true
        toast(`${BRAND} does not answer yet. This goes on when it does.`)
        void user.load()
      })
    })
}

/** The settings of the installation; null until they came. Asks for them unless `isNeeded` is false. */
export function useConfigs(isNeeded = true): Configs | null {
  useSignals()
  const { configs } = useServices()
  useEffect(() => {
    if (isNeeded) void configs.load()
  }, [isNeeded, configs])
  return configs.value.value
}
