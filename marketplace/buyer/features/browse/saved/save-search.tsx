/** Keeps the filters that are on as a search by a name, or puts them in place of those of the search that was opened. */
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLogin } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart } from '#marketplace/buyer/ui/lazy-part.tsx'
import { Button, type ButtonProps } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'

const SaveDialog = lazyPart(() => import('./save-dialog.tsx'))

export interface SaveSearchProps {
  label?: string
  size?: ButtonProps['size']
  /** A narrow list has room for the picture alone. */
  isShort?: boolean
}

export function SaveSearch({ label = 'Save search', size = 'sm', isShort = false }: SaveSearchProps) {
  const logIn = useLogin()
  const [isOpen, setOpen] = useState(false)
  async function press() {
    if (await logIn({ reason: 'Log in to save this search and hear of new deals.' })) setOpen(true)
  }
  return (
    <>
      <Button size={size} aria-haspopup="dialog" className="pointer-coarse:h-9" onClick={() => void press()}>
        <Bookmark size={14} strokeWidth={1.75} aria-hidden="true" />
        <span className={classNames(isShort && 'sr-only tight:not-sr-only')}>{label}</span>
      </Button>
      {isOpen ? (
        <Suspense fallback={null}>
          <SaveDialog onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
