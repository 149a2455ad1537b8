/** Evaluating stops here for a task, after the schemas of the wire were made. */
import { nextTask } from './next-task.ts'

await nextTask()
