/** A component in a separate chunk. While the server is away it stays suspended; its code is fetched when the server is back. */
import { type ComponentProps, type ComponentType, lazy } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'

// biome-ignore lint/suspicious/noExplicitAny: React types its own `lazy` so; with less the props are not inferred.
type AnyComponent = ComponentType<any>

/** `spare` takes the place of code that is gone, e.g. after an update of the site; without it the nearest boundary shows. */
export function lazyPart<T extends AnyComponent>(
  load: () => Promise<{ default: T }>,
  spare?: ComponentType<ComponentProps<T>>,
): ComponentType<ComponentProps<T>> {
  let Part: AnyComponent | undefined
  // biome-ignore lint/correctness/noComponentHookFactories: called once per part at the top of a module, as `lazy` is.
  return function LazyPart(props: ComponentProps<T>) {
    const { connection } = useServices()
    Part ??= lazy<AnyComponent>(() =>
      connection.code(load).catch((error: unknown) => {
        if (spare === undefined) throw error
        return { default: spare }
      }),
    )
    return <Part {...props} />
  }
}

/** In the place of a part that nobody needs to see. */
export const Nothing = () => null
