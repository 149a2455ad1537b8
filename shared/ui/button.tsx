/** The button. One primary per view; while busy it keeps its width and says so. */
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger'
  size?: 'sm' | 'md' | 'lg'
  /** Shows a spinner in place of the label and takes no further press. */
  isBusy?: boolean
  isBlock?: boolean
}

const VARIANTS = {
  primary: 'border-transparent bg-accent text-on-accent hover:bg-accent-hover active:bg-accent-active',
  secondary: 'border-line-strong bg-surface text-text hover:bg-hover',
  ghost: 'border-transparent text-text-2 hover:bg-hover hover:text-text',
  danger: 'border-transparent bg-danger text-on-danger hover:bg-danger-hover',
} as const

const SIZES = {
  sm: 'h-7 gap-1.25 rounded-sm px-2.25 text-sm',
  md: 'h-9 gap-1.75 rounded-md px-3.25 text-base',
  lg: 'h-11 gap-1.75 rounded-md px-4.5 text-md',
} as const

/** The classes of a button, for a link that looks like one. */
export function buttonClass({ variant = 'secondary', size = 'md', isBlock = false }: ButtonProps = {}) {
  return classNames(
    'relative inline-flex cursor-pointer select-none items-center justify-center whitespace-nowrap border font-label leading-none',
    'transition-colors duration-(--duration-instant) ease-linear',
    'disabled:cursor-not-allowed disabled:border-transparent disabled:bg-active disabled:text-text-disabled',
    VARIANTS[variant],
    SIZES[size],
    isBlock && 'w-full',
  )
}

export function Button({
  variant,
  size,
  isBusy = false,
  isBlock,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const look = buttonClass({
    ...(variant ? { variant } : {}),
    ...(size ? { size } : {}),
    ...(isBlock ? { isBlock } : {}),
  })
  return (
    <button
      type="button"
      {...rest}
      // Disabled for real it would lose the keyboard's place.
      aria-busy={isBusy || undefined}
      aria-disabled={isBusy || rest['aria-disabled']}
      onClick={isBusy ? hold : onClick}
      className={classNames(look, className)}
    >
      {isBusy ? <Spinner /> : null}
      <span className={classNames('inline-flex items-center gap-[inherit]', isBusy && 'opacity-0')}>
        {children}
      </span>
    </button>
  )
}

/** Neither pressed nor, as a form's button, sent once more. */
function hold(event: MouseEvent) {
  event.preventDefault()
}

function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="absolute size-4 animate-[spin_1s_linear_infinite] rounded-full border-2 border-current border-t-transparent"
    />
  )
}
