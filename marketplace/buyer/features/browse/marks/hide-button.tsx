/** The way to put a deal away on its card (checklist BRW-45). */
import { EyeOff } from 'lucide-react'
import { useButtonTabIndex } from '#marketplace/buyer/ui/deal/card-stop.ts'
import { useHide } from './use-hide.ts'

export function HideButton({ id, name }: { id: number; name: string }) {
  const hide = useHide()
  return (
    <button
      type="button"
      aria-label={`Hide ${name}`}
      title="Hide"
      tabIndex={useButtonTabIndex()}
      onClick={() => void hide(id)}
      className="relative z-1 grid size-6 flex-none cursor-pointer place-items-center rounded-sm text-text-3 hover:bg-active hover:text-text pointer-coarse:after:absolute pointer-coarse:after:-inset-y-2.5 pointer-coarse:after:-left-2.5"
    >
      <EyeOff size={14} strokeWidth={1.75} aria-hidden="true" />
    </button>
  )
}
