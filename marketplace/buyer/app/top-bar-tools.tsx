/** What the top bar has for everybody and does not wait for: the search from any page, the wallet's balance, the theme. */
import { useSignals } from '@preact/signals-react/runtime'
import { Moon, Search, Sun } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { useServices } from '#marketplace/buyer/platform/services-context.tsx'
import { lazyPart, Nothing } from '#marketplace/buyer/ui/lazy-part.tsx'
import { FIND_KEYS, findKeyLabel, isFindPress } from '#marketplace/kit/keys/key-press.ts'
import { IconButton } from '#marketplace/kit/ui/icon-button.tsx'
import Tooltip from '#marketplace/kit/ui/tooltip.tsx'
import BalanceLink from './balance-link.tsx'

const CommandBar = lazyPart(() => import('#marketplace/buyer/features/command-bar/command-bar.tsx'), Nothing)

export default function TopBarTools() {
  useSignals()
  const isUser = useServices().user.state.value.phase === 'user'
  return (
    <>
      {isUser ? <BalanceLink /> : null}
      {/* A visitor's log in and registration fill a phone's bar. */}
      <SearchButton className={isUser ? undefined : 'max-desk:hidden'} />
      <ThemeToggle />
    </>
  )
}

function SearchButton({ className }: { className: string | undefined }) {
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => isFindPress(event) && setOpen(true)
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
  return (
    <>
      <Tooltip text={`Find anything (${findKeyLabel()})`} side="bottom">
        <IconButton
          aria-label="Find anything"
          aria-keyshortcuts={FIND_KEYS}
          aria-haspopup="dialog"
          className={className}
          onClick={() => setOpen(true)}
        >
          <Search size={18} strokeWidth={1.75} aria-hidden="true" />
        </IconButton>
      </Tooltip>
      {isOpen ? (
        <Suspense>
          <CommandBar onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

function ThemeToggle() {
  useSignals()
  const { theme } = useServices()
  const isDark = theme.shown.value === 'dark'
  const Icon = isDark ? Sun : Moon
  const name = isDark ? 'Use the light theme' : 'Use the dark theme'
  return (
    <Tooltip text={name} side="bottom">
      <IconButton aria-label={name} onClick={() => theme.toggle()}>
        <Icon size={18} strokeWidth={1.75} aria-hidden="true" />
      </IconButton>
    </Tooltip>
  )
}
