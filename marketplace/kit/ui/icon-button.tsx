/** A square button with an icon and a name. */
import type { ComponentProps } from 'react'
import { classNames } from '#shared/ui/class-names.ts'

export interface IconButtonProps extends ComponentProps<'button'> {
  'aria-label': string
  size?: 'sm' | 'md'
}

const SIZES = { sm: 'size-7 rounded-sm', md: 'size-9 rounded-md' } as const

export function IconButton({ size = 'md', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(
        'inline-grid flex-none cursor-pointer place-items-center text-text-2 hover:bg-hover hover:text-text',
        'aria-disabled:cursor-not-allowed aria-disabled:bg-transparent aria-disabled:text-text-disabled',
        SIZES[size],
        className,
      )}
    />
  )
}
