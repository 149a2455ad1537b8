/**
 * The seller's words. The server has cleaned them; here they are parsed once more and only what is on the list becomes an
 * element, so that no markup ever reaches the document as text (spec: strict CSP, Trusted Types).
 */
import { createElement, Fragment, type ReactNode, useMemo, useRef, useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { classNames } from '#shared/ui/class-names.ts'
import { httpUrl } from '#shared/ui/http-url.ts'
import { type MarkupNode, readMarkup } from './read-markup.ts'

const LONG = 700

export function Description({ html }: { html: string }) {
  const nodes = useMemo(() => readMarkup(html), [html])
  const isLong = html.length > LONG
  const [isOpen, setOpen] = useState(!isLong)
  const words = useRef<HTMLDivElement>(null)
  return (
    <section className="pt-7">
      <h2 className="mb-3 font-semibold text-lg tracking-tight">About this deal</h2>
      <div
        ref={words}
        className={classNames(
          'grid max-w-[62ch] gap-3 text-text-2 leading-5.5 [&_a]:text-accent-text [&_a]:underline [&_li]:ml-5 [&_ol]:list-decimal [&_ul]:list-disc',
          !isOpen && 'max-h-44 overflow-hidden mask-[linear-gradient(#000_60%,transparent)]',
        )}
      >
        {createElement(Fragment, null, ...nodes.map(drawn))}
      </div>
      {isLong ? (
        <Button
          variant="ghost"
          size="sm"
          className="mt-2 -ml-2"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? 'Show less' : 'Show more'}
        </Button>
      ) : null}
    </section>
  )
}

function drawn(node: MarkupNode): ReactNode {
  if (typeof node === 'string') return node
  const inside = createElement(Fragment, null, ...node.children.map(drawn))
  if (node.tag === 'br') return <br />
  if (node.tag !== 'a') return createElement(node.tag, null, inside)
  const href = httpUrl(node.href)
  if (href === null) return inside
  return (
    <a href={href} rel="nofollow ugc noopener" target="_blank">
      {inside}
    </a>
  )
}
