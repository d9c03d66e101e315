/** What the packed command unpacks (scripts/lib/cliBundle.mjs). */
import { startProgram } from './program';
import { answerOrders } from './runs/runWorker';

/** Runs the command in the process, or answers orders in a thread of it. */
export const start = { inProcess: startProgram, inThread: answerOrders };
