/** Puts a deal away, and says so above the list, where it can be undone and a reason given. */
import { useDealServices } from '#marketplace/buyer/platform/deal-services.ts'
import { useLogin } from '#marketplace/buyer/platform/services-context.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { useBrowsePage } from '../list/page-context.ts'

export function useHide(): (id: number) => Promise<void> {
  const logIn = useLogin()
  const { marks } = useDealServices()
  const { justHidden } = useBrowsePage()
  return async (id) => {
    if (!(await logIn({ reason: 'Log in to hide deals.' }))) return
    justHidden.value = id
    if (await marks.hide(id, true)) return
    if (justHidden.peek() === id) justHidden.value = null
    toast('That could not be saved.', {
      action: { label: 'Try again', run: () => void marks.hide(id, true) },
    })
  }
}
