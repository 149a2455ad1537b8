/**
 * What stands for the maker of Lucide's icons in the built messenger, whose context, aliases and class names nobody here uses.
 * Takes an icon's drawing, answers with a component for the four things that are said of an icon.
 */
import { type ComponentType, createElement } from 'react'

interface Drawing {
  node: readonly [tag: string, attributes: Record<string, string>][]
}

interface Props {
  /** Pixels. */
  size?: number
  strokeWidth?: number
  className?: string
  'aria-hidden'?: 'true'
}

/* @__NO_SIDE_EFFECTS__ */
export default function createLucideIcon({ node }: Drawing): ComponentType<Props> {
  return ({ size, ...said }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...said,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
