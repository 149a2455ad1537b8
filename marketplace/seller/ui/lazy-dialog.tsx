/** A dialog whose code is fetched when it is opened. When that fails it says so, and the app stays as it is. */
import { type ComponentType, lazy } from 'react'
import { Modal } from '#marketplace/kit/ui/modal.tsx'

interface DialogProps {
  onClose: () => void
}

export const lazyDialog = <Props extends DialogProps>(
  title: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
) =>
  lazy(() =>
    load().catch(() => ({
      default: ({ onClose }: Props) => (
        <Modal title={title} onClose={onClose}>
          <p role="alert">This could not be loaded. Check your connection, then reload the page.</p>
        </Modal>
      ),
    })),
  )
