/** The places of what attaches files: beside a message's box, and in a message on its way. It is loaded when the page is idle. */
import { type ComponentType, lazy, Suspense } from 'react'
import type { AttachGiven, AttachProps } from './attachment-model.ts'

/** What cannot be loaded is missing: a message is words then. */
const Attach = lazy(() =>
  new Promise((idle) => (globalThis.requestIdleCallback ?? setTimeout)(idle)).then(() =>
    import('./attach-files.tsx').then(
      ({ AttachFiles }): { default: ComponentType<AttachProps> } => ({ default: AttachFiles }),
      () => ({ default: () => null }),
    ),
  ),
)

export const AttachSlot = ({ attaching, ...given }: AttachGiven) =>
  attaching ? (
    <Suspense fallback={<i style={{ width: 26 }} />}>
      <Attach attaching={attaching} {...given} />
    </Suspense>
  ) : null
