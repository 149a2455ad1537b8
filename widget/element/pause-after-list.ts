/** Evaluating stops here for a task, after the virtual list. */
import { nextTask } from './next-task.ts'

await nextTask()
