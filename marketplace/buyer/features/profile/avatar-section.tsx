/** The portrait with its buttons. Cutting it to a square is a chunk of its own. */
import { useSignals } from '@preact/signals-react/runtime'
import { Suspense, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Section } from '#marketplace/buyer/ui/partition-parts.tsx'
import { csrfToken } from '#marketplace/kit/cookies.ts'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
import { toast } from '#marketplace/kit/ui/toast.ts'
import { type Upload, upload } from '#marketplace/kit/upload.ts'
import { UploadError } from '#shared/api/send-form.ts'
import type { CustomerWire } from '#shared/contract/account.ts'
import { updateAvatar } from '#shared/contract/profile.ts'
import { Button } from '#shared/ui/button.tsx'
import { AVATAR_TYPES, type AvatarModel, createAvatarModel } from './avatar-model.ts'
import { useFocusAfter } from './focus.ts'
import type { PartitionProps } from './partition-props.ts'
import { Portrait } from './portrait.tsx'

const CropDialog = lazyPart(() => import('./crop-dialog.tsx'))

export function AvatarSection({ user }: PartitionProps) {
  useSignals()
  const { api, user: store, renewal } = useServices()
  const [model] = useState(() =>
    createAvatarModel({
      api,
      adopt: store.adopt,
      upload: (picture, onProgress) => sendPicture(picture, { ...renewal, onProgress }),
      address: { of: (blob) => URL.createObjectURL(blob), release: (url) => URL.revokeObjectURL(url) },
    }),
  )
  useEffect(() => () => model.dispose(), [model])
  const [file, setFile] = useState<File | null>(null)

  async function send(picture: Blob) {
    setFile(null)
    if (await model.send(picture)) toast('Portrait saved')
  }

  return (
    <Section title="Portrait" note="Sellers see it beside your messages and offers.">
      <div className="flex flex-wrap items-center gap-4">
        <Portrait user={user} photo={model.preview.value ?? user.photo} />
        <div className="grid gap-1.5">
          <Buttons model={model} hasPhoto={user.photo !== null} onChoose={setFile} />
          <p className="text-text-3 text-xs">JPEG, PNG or WebP, at most 5 MB.</p>
        </div>
      </div>
      <Progress model={model} />
      <FormProblem className="mt-2.5" message={model.problem.value} />
      {file === null ? null : (
        <Suspense>
          <CropDialog file={file} onDone={(picture) => void send(picture)} onCancel={() => setFile(null)} />
        </Suspense>
      )}
    </Section>
  )
}

interface ButtonsProps {
  model: AvatarModel
  hasPhoto: boolean
  onChoose: (file: File) => void
}

function Buttons({ model, hasPhoto, onChoose }: ButtonsProps) {
  useSignals()
  const input = useRef<HTMLInputElement>(null)
  const choose = useFocusAfter<HTMLButtonElement>(model.isBusy.value)
  async function remove() {
    if (await model.remove()) toast('Portrait removed')
  }
  return (
    <div className="flex flex-wrap gap-2">
      <input
        ref={input}
        type="file"
        accept={AVATAR_TYPES.join(',')}
        aria-label="Portrait file"
        hidden
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0]
          if (file && model.accepts(file)) onChoose(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Button
        ref={choose}
        className="pointer-coarse:h-11"
        isBusy={model.isBusy.value}
        onClick={() => input.current?.click()}
      >
        {hasPhoto ? 'Change portrait' : 'Add portrait'}
      </Button>
      {hasPhoto ? (
        <Button
          variant="ghost"
          className="pointer-coarse:h-11"
          disabled={model.isBusy.value}
          onClick={() => void remove()}
        >
          Remove portrait
        </Button>
      ) : null}
    </div>
  )
}

function Progress({ model }: { model: AvatarModel }) {
  useSignals()
  const share = model.progress.value
  if (share === null) return null
  return (
    <progress
      aria-label="Portrait sent"
      max={1}
      value={share}
      className="mt-3 h-1 w-60 max-w-full overflow-hidden rounded-full accent-accent"
    />
  )
}

type Sending = Pick<Upload, 'onProgress' | 'onUnauthorised' | 'onCsrfMismatch'>

async function sendPicture(picture: Blob, sending: Sending): Promise<CustomerWire> {
  const form = new FormData()
  form.append('avatar', picture, 'portrait')
  const answer = await upload({
    path: `/customer/api${updateAvatar.path}`,
    form,
    csrf: () => csrfToken(document.cookie),
    ...sending,
  })
  const reply = z.safeDecode(updateAvatar.reply, answer as never)
  if (!reply.success) throw new UploadError({ kind: 'malformed', status: 200 }, 200)
  return reply.data.data
}
