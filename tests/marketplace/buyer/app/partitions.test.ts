import { expect, test } from 'vitest'
import { findPartition, PARTITIONS, partitionPath } from '#marketplace/buyer/app/partitions.ts'
import { PARTITION_NAMES } from '#shared/contract/pages.ts'

test('the profile itself is the overview', () => {
  expect(findPartition('/profile')?.name).toBe('overview')
  expect(findPartition('/profile/')?.name).toBe('overview')
})

test.each([...PARTITIONS])('$name is found at its own path', (partition) => {
  expect(findPartition(partitionPath(partition))).toBe(partition)
})

test('capital letters make no difference', () => {
  expect(findPartition('/Profile/Phones')?.name).toBe('phones')
})

test.each(['/profile/nothing', '/profile/__proto__'])('%s is no partition', (path) => {
  expect(findPartition(path)).toBeNull()
})

test('every partition that the server may link to is in the list, each once', () => {
  expect(PARTITIONS.map(({ name }) => name).sort()).toEqual(['overview', ...PARTITION_NAMES].sort())
})
