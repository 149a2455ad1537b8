/** Cuts a chosen picture to a square. Arrow keys and buttons move it as a finger does. */
import { ZoomIn, ZoomOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import Cropper, { type Area, type MediaSize, type Size } from 'react-easy-crop'
import { MovePad } from '#marketplace/buyer/ui/move-pad.tsx'
import { FormProblem } from '#marketplace/kit/ui/form-problem.tsx'
// As a file: the page's policy allows no <style> of a library's own.
import 'react-easy-crop/react-easy-crop.css'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import { Modal } from '#marketplace/kit/ui/modal.tsx'
import { AVATAR_SIZE_PX } from '#shared/contract/limits.ts'
import { Button } from '#shared/ui/button.tsx'

export interface CropDialogProps {
  file: File
  onDone: (picture: Blob) => void
  onCancel: () => void
}

const ZOOM_MAX = 4
const ZOOM_STEP = 0.5
const STEP_PX = 20
const UNREADABLE = 'This picture cannot be read. Choose another one.'

export default function CropDialog({ file, onDone, onCancel }: CropDialogProps) {
  const url = useObjectUrl(file)
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [media, setMedia] = useState<MediaSize | null>(null)
  const [hole, setHole] = useState<Size | null>(null)
  const [area, setArea] = useState<Area | null>(null)
  const [problem, setProblem] = useState<string | null>(null)

  async function done() {
    const picture = area === null || url === null ? null : await cut(url, area)
    if (picture === null) setProblem(UNREADABLE)
    else onDone(picture)
  }

  function move(x: number, y: number) {
    if (media === null || hole === null) return
    setCrop({
      x: within(crop.x + x * STEP_PX, (media.width * zoom - hole.width) / 2),
      y: within(crop.y + y * STEP_PX, (media.height * zoom - hole.height) / 2),
    })
  }
  const zoomBy = (steps: number) =>
    setZoom((before) => Math.min(ZOOM_MAX, Math.max(1, before + steps * ZOOM_STEP)))

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
            onCropAreaChange={(_, pixels) => setArea(pixels)}
            setMediaSize={setMedia}
            setCropSize={setHole}
            cropperProps={{ role: 'group', 'aria-label': 'Picture, moved by arrow keys' }}
          />
        )}
      </div>
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="flex min-w-48 flex-1 items-center gap-1">
          <IconButton aria-label="Zoom out" className="pointer-coarse:size-11" onClick={() => zoomBy(-1)}>
            <ZoomOut size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
          <input
            type="range"
            aria-label="Zoom"
            min={1}
            max={ZOOM_MAX}
            step={0.05}
            value={zoom}
            onChange={(event) => setZoom(Number(event.currentTarget.value))}
            className="h-11 min-w-0 flex-1 accent-accent"
          />
          <IconButton aria-label="Zoom in" className="pointer-coarse:size-11" onClick={() => zoomBy(1)}>
            <ZoomIn size={16} strokeWidth={1.75} aria-hidden="true" />
          </IconButton>
        </div>
        <MovePad label="Move the picture" onMove={move} />
      </div>
      <FormProblem className="mt-2" message={problem} />
    </Modal>
  )
}

/** Between the limit to both sides of 0. */
const within = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value))

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
