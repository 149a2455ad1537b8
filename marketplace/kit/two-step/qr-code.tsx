/** A QR code as one SVG path: no script, no style and no picture that a page's policy would have to allow. */
import { generate } from 'lean-qr'
import { useMemo } from 'react'

/** Cells of quiet around it, as the standard asks for. */
const QUIET = 4

export function QrCode({ text, label }: { text: string; label: string }) {
  const { path, size } = useMemo(() => draw(text), [text])
  const whole = size + 2 * QUIET
  return (
    // Dark on light in both themes: many scanners read nothing else.
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-QUIET} ${-QUIET} ${whole} ${whole}`}
      className="size-50 rounded-md"
      shapeRendering="crispEdges"
    >
      <rect x={-QUIET} y={-QUIET} width={whole} height={whole} fill="white" />
      <path d={path} fill="black" />
    </svg>
  )
}

function draw(text: string): { path: string; size: number } {
  const code = generate(text)
  const cells: string[] = []
  for (let y = 0; y < code.size; y += 1)
    for (let x = 0; x < code.size; x += 1) if (code.get(x, y)) cells.push(`M${x} ${y}h1v1h-1z`)
  return { path: cells.join(''), size: code.size }
}
