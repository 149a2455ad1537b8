/** The brand's motif, a plat: survey lots with one marked lot. On log in, home and error pages only, never behind data. */
import { memo, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { classNames } from '#shared/ui/class-names.ts'
import { drawPlat, type Lot, lotPath, type Point } from './plat-lots.ts'

export interface PlatDrawingProps {
  /** `found`: petrol with survey marks. `missing`: a dashed orange gap. */
  lot: 'found' | 'missing'
  /** Where on the sheet the lot lies, both from 0 to 1. */
  lotAt: Point
  /** The same on a sheet as narrow as a phone. */
  lotAtOnPhone?: Point
  className?: string
}

const SEED = 41
const PHONE_PX = 760

/** Decorative. Fills its positioned parent, and is drawn in its size, so that lots look alike everywhere. */
export function PlatDrawing({ lot, lotAt, lotAtOnPhone = lotAt, className }: PlatDrawingProps) {
  const box = useRef<SVGSVGElement>(null)
  const size = useSize(box)
  const at = size !== null && size[0] <= PHONE_PX ? lotAtOnPhone : lotAt
  return (
    <svg ref={box} aria-hidden="true" className={classNames('absolute inset-0 size-full', className)}>
      {size === null ? null : <Sheet lot={lot} width={size[0]} height={size[1]} x={at[0]} y={at[1]} />}
    </svg>
  )
}

interface SheetProps {
  lot: PlatDrawingProps['lot']
  width: number
  height: number
  x: number
  y: number
}

const Sheet = memo(function Sheet({ lot, width, height, x, y }: SheetProps) {
  const plat = drawPlat({ width, height, seed: SEED, markedAt: [x, y] })
  return (
    <>
      <path d={plat.lots.map(lotPath).join('')} className="fill-none stroke-1 stroke-accent-line" />
      <g textAnchor="middle" className="fill-accent-text font-medium font-sans opacity-55">
        {plat.lots.map((one) => (
          <LotLabel key={one.number} lot={one} />
        ))}
      </g>
      {lot === 'found' ? <FoundLot lot={plat.marked} /> : <MissingLot lot={plat.marked} />}
      <path d={plat.creek} className="fill-none stroke-[16] stroke-accent-soft-2" />
    </>
  )
})

function LotLabel({ lot: { label, number, frontage } }: { lot: Lot }) {
  if (label === null) return null
  const [x, y] = label
  return (
    <>
      <text x={x} y={y} fontSize="11">
        {number}
      </text>
      <text x={x} y={y + 16} fontSize="8.5" opacity="0.8">
        {frontage}
      </text>
    </>
  )
}

function FoundLot({ lot }: { lot: Lot }) {
  return (
    <>
      <path d={lotPath(lot)} className="fill-accent-soft-2 stroke-2 stroke-accent" />
      {lot.corners.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r="3.5" className="fill-surface stroke-2 stroke-accent" />
      ))}
    </>
  )
}

function MissingLot({ lot }: { lot: Lot }) {
  return <path d={lotPath(lot)} strokeDasharray="5 4" className="fill-bg stroke-[1.75] stroke-flag" />
}

/** Width and height in px, from before the first paint on. Null while there is no box, e.g. on a phone that hides it. */
function useSize(box: RefObject<Element | null>): readonly [number, number] | null {
  const [size, setSize] = useState<readonly [number, number] | null>(null)
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const measure = () => {
      const { width, height } = element.getBoundingClientRect()
      setSize(width > 0 && height > 0 ? [width, height] : null)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return size
}
