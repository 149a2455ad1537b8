/** Hands the services to the components. */
import { useSignals } from '@preact/signals-react/runtime'
import { createContext, type ReactNode, use, useEffect } from 'react'
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

/** True when somebody is logged in. Waits for the server to say who is; a visitor is asked to log in. */
export function useLogin(): (ask?: LoginAsk) => Promise<boolean> {
  const { user, loginPrompt } = useServices()
  return (ask) =>
    new Promise((resolve) => {
      const end = user.state.subscribe(({ phase }) => {
        if (phase === 'unknown' || phase === 'unreachable') return
        resolve(phase === 'user' || loginPrompt.open(ask))
        queueMicrotask(() => end())
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
