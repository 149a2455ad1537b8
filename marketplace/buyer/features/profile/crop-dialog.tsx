/** Cuts a chosen picture to a square. With the keyboard: arrows move it, the slider zooms. */
import { useEffect, useState } from 'react'
import Cropper, { type Area } from 'react-easy-crop'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
// As a file: the page's policy allows no <style> of a library's own.
import 'react-easy-crop/react-easy-crop.css'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { AVATAR_SIZE_PX } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'

export interface CropDialogProps {
  file: File
  onDone: (picture: Blob) => void
  onCancel: () => void
}

const ZOOM_MAX = 4
const UNREADABLE = 'This picture cannot be read. Choose another one.'

export default function CropDialog({ file, onDone, onCancel }: CropDialogProps) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function done() {
    const picture = area === null || url === null ? null : await cut(url, area)
    if (picture === null) setProblem(UNREADABLE)
    else onDone(picture)
  }

  return (
    <Modal
      title="Cut the picture"
      onClose={onCancel}
      footer={
        <>
          <Button className="ml-auto pointer-coarse:h-11" onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="primary" className="pointer-coarse:h-11" onClick={() => void done()}>
            Use picture
          </Button>
        </>
      }
    >
      <div className="relative h-72 overflow-hidden rounded-md bg-sunken">
        {url === null ? null : (
          <Cropper
            image={url}
            crop={crop}
            zoom={zoom}
            maxZoom={ZOOM_MAX}
            aspect={1}
            cropShape="round"
            showGrid={false}
            disableAutomaticStylesInjection
            mediaProps={{ onError: () => setProblem(UNREADABLE) }}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_, pixels) => setArea(pixels)}
          />
        )}
      </div>
      <label className="mt-4 flex items-center gap-3 font-label text-sm">
        Zoom
        <input
          type="range"
          min={1}
          max={ZOOM_MAX}
          step={0.05}
          value={zoom}
          onChange={(event) => setZoom(Number(event.currentTarget.value))}
          className="h-11 min-w-0 flex-1 accent-accent"
        />
      </label>
      <FormProblem className="mt-2" message={problem} />
    </Modal>
  )
}

function useObjectUrl(file: File): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return url
}

/** The chosen square as JPEG, no larger than it is stored; null when the browser cannot read the picture. */
async function cut(url: string, { x, y, width, height }: Area): Promise<Blob | null> {
  const image = new Image()
  image.src = url
  const isRead = await image.decode().then(
    () => true,
    () => false,
  )
  const side = Math.min(AVATAR_SIZE_PX, Math.round(width))
  const canvas = document.createElement('canvas')
  canvas.width = side
  canvas.height = side
  const context = canvas.getContext('2d')
  if (!isRead || context === null) return null
  context.fillStyle = 'white'
  context.fillRect(0, 0, side, side)
  context.drawImage(image, x, y, width, height, 0, 0, side, side)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}
