/** Whether a preset stands in what was typed, and what a press on it makes of that. Pure. */

export function withPreset(text: string, preset: string): { readonly isOn: boolean; readonly next: string } {
  const padded = ` ${text.trim()} `
  const at = padded.indexOf(` ${preset} `)
  if (at < 0) return { isOn: false, next: `${text.trim()} ${preset}`.trim() }
  const next = `${padded.slice(0, at)} ${padded.slice(at + preset.length + 2)}`
  return { isOn: true, next: next.trim().replace(/\s+/g, ' ') }
}
