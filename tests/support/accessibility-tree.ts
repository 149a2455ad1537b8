/** The messenger as assistive technology is told of it: the browser's own accessibility tree, one line a node. */
import type { Page } from 'playwright'

/** What carries no meaning of its own, or repeats the text of what is above it. */
const SILENT = new Set([
  'none',
  'generic',
  'sectionheader',

  'RootWebArea',
  'main',
  'StaticText',
  'InlineTextBox',
  'paragraph',
  'LabelText',
  'time',
  'Time',
])
/** States that are said, when they are true. */
const STATES = [
  'selected',
  'disabled',
  'expanded',
  'focused',
  'multiline',
  'busy',
  'live',
  'level',
  'invalid',
]

interface AxNode {
  nodeId: string
  parentId?: string
  ignored: boolean
  role?: { value: string }
  name?: { value: string }
  description?: { value: string }
  value?: { value: string }
  properties?: { name: string; value: { value?: unknown } }[]
  childIds?: string[]
}

/** Lines like `  option "Lone Star, 2 unread" selected`, indented as they lie in each other. */
export async function accessibilityTree(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = (await session.send('Accessibility.getFullAXTree')) as unknown as { nodes: AxNode[] }
  await session.detach()
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  const lines: string[] = []
  const walk = (node: AxNode, depth: number) => {
    const role = node.role?.value ?? ''
    const isSaid = !node.ignored && !SILENT.has(role)
    if (isSaid) lines.push('  '.repeat(depth) + spoken(node, role))
    for (const id of node.childIds ?? []) {
      const child = byId.get(id)
      if (child) walk(child, isSaid ? depth + 1 : depth)
    }
  }
  const root = nodes[0]
  if (root) walk(root, 0)
  return lines
}

function spoken(node: AxNode, role: string): string {
  const states = (node.properties ?? [])
    .filter(
      ({ name, value }) =>
        STATES.includes(name) && value.value !== false && value.value !== 'false' && value.value !== 'off',
    )
    .map(({ name, value }) =>
      value.value === true || value.value === 'true' ? name : `${name} ${value.value}`,
    )
  const name = node.name?.value ?? ''
  const value = node.value?.value ?? ''
  return [role, name === '' ? '' : `"${name}"`, value === '' ? '' : `= ${value}`, ...states]
    .filter(Boolean)
    .join(' ')
}
