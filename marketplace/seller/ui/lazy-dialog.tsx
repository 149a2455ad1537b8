/** A dialog whose code is fetched when it is opened. When that fails it says so, and the next press fetches it again. */
import { type ComponentType, lazy, useEffect } from 'react'
import { Modal } from '#marketplace/kit/ui/modal.tsx'

interface DialogProps {
  onClose: () => void
}

export function lazyDialog<Props extends DialogProps>(
  title: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | null = null
  const forget = () => {
    Part = null
  }
  const part = () =>
    lazy(() =>
      load().catch(() => ({
        default: ({ onClose }: Props) => <Failed title={title} onClose={onClose} onGone={forget} />,
      })),
    )
  // biome-ignore lint/correctness/noComponentHookFactories: called once per dialog at the top of a module, as `lazy` is.
  return function LazyDialog(props: Props) {
    Part ??= part() as unknown as ComponentType<Props>
    return <Part {...props} />
  }
}

/** `onGone` when it is closed: until then it stays what it is, however often the page around it is drawn. */
function Failed({ title, onClose, onGone }: DialogProps & { title: string; onGone: () => void }) {
  useEffect(() => onGone, [onGone])
  return (
    <Modal title={title} onClose={onClose}>
      <p role="alert">
        This could not be loaded. Check your connection and open it again, or reload the page.
      </p>
    </Modal>
  )
}
