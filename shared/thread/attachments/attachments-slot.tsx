/** The place of a message's photos and files. What draws them is loaded with the first one that is met, into a place of the same height. */
import { lazy, Suspense } from 'react'
import { attachedWords, isPhoto } from '#shared/format/attached-words.ts'
import { type Attachment, type Renew, ratioOf } from './attachment-model.ts'

interface AttachmentsProps {
  files: readonly Attachment[]
  renew: Renew
}

/** What cannot be loaded is named. */
const List = lazy(() =>
  import('./attachment-list.tsx').then(
    ({ AttachmentList }) => ({ default: AttachmentList }),
    () => ({ default: Place }),
  ),
)

export const AttachmentsSlot = (props: AttachmentsProps) => (
  <Suspense fallback={<Place files={props.files} />}>
    <List {...props} />
  </Suspense>
)

const WIDTH_PX = 280
/** With the gap above it. */
const FILE_PX = 60
const GAP_PX = 4

function Place({ files }: Pick<AttachmentsProps, 'files'>) {
  const [first, ...others] = files.filter(isPhoto)
  const photosPx = first ? WIDTH_PX / ratioOf(first, others.length) : -GAP_PX
  const rows = files.length - (first ? others.length + 1 : 0)
  return (
    <p
      className="max-w-full overflow-hidden rounded-bubble bg-sunken text-text-3 text-xs"
      style={{ width: WIDTH_PX, height: photosPx + rows * FILE_PX }}
    >
      {attachedWords(files)}
    </p>
  )
}
